/// A chart as the values it shows, apart from how it is drawn.
package struct Chart: Sendable, Hashable, Codable {
  /// Names its file and tells it apart from the others on a page: `[a-z0-9-]`.
  package var name: String
  /// The question that it answers.
  package var title: String
  /// What is drawn and what to see in it, for those who can't see it too.
  package var summary: String
  package var content: Content

  package enum Content: Sendable, Hashable, Codable {
    case days(DayPanels)
    case stack(StackedBars)
    case tradeOff(TradeOff)
    case matrix(CaseMatrix)
  }

  package init(name: String, title: String, summary: String, content: Content) {
    precondition(isChartName(name), "a chart's name names its file: \(name)")
    self.name = name
    self.title = title
    self.summary = summary
    self.content = content
  }

  /// Where the run folder holds it.
  package var path: String { "charts/\(name).svg" }

  /// Whether it may name a file; a stored report is checked before its charts are written.
  package var hasSafeName: Bool { isChartName(name) }
}

private func isChartName(_ name: String) -> Bool {
  !name.isEmpty
    && name.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
    }
}

/// Scores along each trace's day for up to a few candidates, one small panel a trace.
package struct DayPanels: Sendable, Hashable, Codable {
  /// Seconds since 1970, `to` not included.
  package struct Span: Sendable, Hashable, Codable {
    package var from: Int
    package var to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// A labelled moment or, with a length, a labelled window.
  package struct Label: Sendable, Hashable, Codable {
    package var span: Span
    /// Whether an intervention was right there.
    package var fires: Bool

    package init(span: Span, fires: Bool) {
      self.span = span
      self.fires = fires
    }
  }

  package struct Point: Sendable, Hashable, Codable {
    package var at: Int
    package var score: Double
    package var fired: Bool
    /// At the higher level.
    package var escalated: Bool
    package var delivered: Bool

    package init(at: Int, score: Double, fired: Bool, escalated: Bool, delivered: Bool) {
      self.at = at
      self.score = score
      self.fired = fired
      self.escalated = escalated
      self.delivered = delivered
    }
  }

  /// One candidate in one trace.
  package struct Series: Sendable, Hashable, Codable {
    package var threshold: Double?
    package var points: [Point]
    package var cooldown: [Span]
    package var budgetSpent: [Span]

    package init(threshold: Double?, points: [Point], cooldown: [Span], budgetSpent: [Span]) {
      self.threshold = threshold
      self.points = points
      self.cooldown = cooldown
      self.budgetSpent = budgetSpent
    }
  }

  package struct Panel: Sendable, Hashable, Codable {
    package var name: String
    package var offsetSeconds: Int
    package var quiet: [Span]
    package var labels: [Label]
    /// In the order of `seriesNames`.
    package var series: [Series]

    package init(
      name: String, offsetSeconds: Int, quiet: [Span], labels: [Label], series: [Series]
    ) {
      self.name = name
      self.offsetSeconds = offsetSeconds
      self.quiet = quiet
      self.labels = labels
      self.series = series
    }
  }

  package var seriesNames: [String]
  package var panels: [Panel]

  package init(seriesNames: [String], panels: [Panel]) {
    self.seriesNames = seriesNames
    self.panels = panels
  }
}

/// What each part adds to a score, one bar a moment, against the threshold.
package struct StackedBars: Sendable, Hashable, Codable {
  package struct Bar: Sendable, Hashable, Codable {
    package var name: String
    /// Weight times sub-score, in score points, in the order of `partNames`.
    package var parts: [Double]
    package var score: Double
    package var threshold: Double

    package init(name: String, parts: [Double], score: Double, threshold: Double) {
      self.name = name
      self.parts = parts
      self.score = score
      self.threshold = threshold
    }
  }

  package var partNames: [String]
  package var bars: [Bar]

  package init(partNames: [String], bars: [Bar]) {
    self.partNames = partNames
    self.bars = bars
  }
}

/// False alarms against moments caught.
package struct TradeOff: Sendable, Hashable, Codable {
  /// Behaviours that catch as much at as many false alarms.
  package struct Dot: Sendable, Hashable, Codable {
    package var falseAlarms: Int
    package var caught: Int
    package var behaviours: Int

    package init(falseAlarms: Int, caught: Int, behaviours: Int) {
      self.falseAlarms = falseAlarms
      self.caught = caught
      self.behaviours = behaviours
    }
  }

  /// A candidate or a simple rule to find by name.
  package struct Named: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
      case shipped, winner, baseline
    }

    package var name: String
    package var kind: Kind
    package var falseAlarms: Int
    package var caught: Int

    package init(name: String, kind: Kind, falseAlarms: Int, caught: Int) {
      self.name = name
      self.kind = kind
      self.falseAlarms = falseAlarms
      self.caught = caught
    }
  }

  package var dots: [Dot]
  package var named: [Named]
  /// How many moments there are to catch, and how many could be false alarms.
  package var positives: Int
  package var negatives: Int

  package init(dots: [Dot], named: [Named], positives: Int, negatives: Int) {
    self.dots = dots
    self.named = named
    self.positives = positives
    self.negatives = negatives
  }
}

/// Which variant passed which case.
package struct CaseMatrix: Sendable, Hashable, Codable {
  package enum Cell: String, Sendable, Hashable, Codable, CaseIterable {
    case pass, partly, fail, notScored, fallback
  }

  package struct Row: Sendable, Hashable, Codable {
    package var name: String
    /// In the order of `variants`.
    package var cells: [Cell]

    package init(name: String, cells: [Cell]) {
      self.name = name
      self.cells = cells
    }
  }

  package var variants: [String]
  package var rows: [Row]

  package init(variants: [String], rows: [Row]) {
    self.variants = variants
    self.rows = rows
  }
}
