enum EvidenceTarget {}
