enum TextRulesTarget {}
