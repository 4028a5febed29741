import TestSupport
import Testing

// Each case spoils one thing of a valid plan; the answer is part of the product, word for word.

struct SpoiledPlanCase: Sendable, CustomTestStringConvertible {
  let name: String
  let plan: String
  let answer: String
  var testDescription: String { name }
}

private let spoiledPlans: [SpoiledPlanCase] = [
  SpoiledPlanCase(
    name: "no JSON",
    plan: #"plan"#,
    answer: #"""
      plan.json:1: error: not valid JSON: unexpected "plan"
        fix: put texts in double quotes
      """#),
  SpoiledPlanCase(
    name: "a list",
    plan: #"[]"#,
    answer: #"""
      plan.json:1: error: the plan is a list, not an object
        fix: write it as {"key": value}
      """#),
  SpoiledPlanCase(
    name: "a comment never closed",
    plan: #"{ /* "schema": 1 }"#,
    answer: #"""
      plan.json:1: error: not valid JSON: a comment opened here is never closed
        fix: close it with */
      """#),
  SpoiledPlanCase(
    name: "no schema",
    plan: #"""
      {"name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:1: error: the plan lacks "schema"
        fix: add the key "schema"
      """#),
  SpoiledPlanCase(
    name: "no name",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:1: error: the plan lacks "name"
        fix: add the key "name"
      """#),
  SpoiledPlanCase(
    name: "no suite",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:1: error: the plan lacks "suite"
        fix: add the key "suite"
      """#),
  SpoiledPlanCase(
    name: "no method",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:1: error: the plan lacks "method"
        fix: add the key "method"
      """#),
  SpoiledPlanCase(
    name: "no parameters",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice"}
      """#,
    answer: #"""
      plan.json:1: error: the plan lacks "parameters"
        fix: add the key "parameters"
      """#),
  SpoiledPlanCase(
    name: "another schema",
    plan: #"""
      {"schema":"autoresearch.plan/2",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:1: error: "schema" is "autoresearch.plan/2"
        fix: this version reads "autoresearch.plan/1"
      """#),
  SpoiledPlanCase(
    name: "a name that is a path",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"../x",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:2: error: "name" is "../x", not an id
        fix: use lower-case letters, digits and hyphens, not a hyphen first
      """#),
  SpoiledPlanCase(
    name: "a suite that is not there",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/other",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:3: error: there is no suite folder "Traces/other"
        fix: give its path relative to the working directory
      """#),
  SpoiledPlanCase(
    name: "a suite that is a number",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":7,
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:3: error: "suite" is the number 7, not a path
        fix: write a path
      """#),
  SpoiledPlanCase(
    name: "an empty list of suites",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":[],
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:3: error: "suite" names no suite
        fix: name at least one suite folder
      """#),
  SpoiledPlanCase(
    name: "a list that holds a number",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":["Traces/sample", 7],
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:3: error: "suite" holds the number 7, not a path
        fix: list paths of suite folders
      """#),
  SpoiledPlanCase(
    name: "a suite named twice",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":["Traces/sample",
       "Traces/sample"],
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:4: error: trace id "one-day" of Traces/sample is also used in Traces/sample
        fix: give each trace of a run an id of its own; name each suite once
      """#),
  SpoiledPlanCase(
    name: "an unknown method",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"latice",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:4: error: "method" is "latice"; did you mean "lattice"?
        fix: use one of: lattice, grid, random, sobol, refine
      """#),
  SpoiledPlanCase(
    name: "an unknown key",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "colour":1}
      """#,
    answer: #"""
      plan.json:6: error: unknown key "colour" in the plan
        fix: use one of: schema, name, suite, method, parameters, metric, require, then, seed, keep, run_cap, claim, costs
      """#),
  SpoiledPlanCase(
    name: "a mistyped key",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "seeds":1}
      """#,
    answer: #"""
      plan.json:6: error: unknown key "seeds" in the plan; did you mean "seed"?
        fix: use one of: schema, name, suite, method, parameters, metric, require, then, seed, keep, run_cap, claim, costs
      """#),
  SpoiledPlanCase(
    name: "costs that say too little, and wrongly",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "metric":"utility",
       "costs":{"hit":1,
                "falseAlarm":-1e10,
                "interruptions":-1}}
      """#,
    answer: #"""
      plan.json:9: error: unknown key "interruptions" in "costs"; did you mean "interruption"?
        fix: use one of: hit, miss, falseAlarm, interruption
      plan.json:7: error: "costs" lacks "miss"
        fix: add the key "miss"
      plan.json:7: error: "costs" lacks "interruption"
        fix: add the key "interruption"
      plan.json:8: error: "falseAlarm" is -1e10, allowed -1000000000...1000000000
        fix: write a value in -1000000000...1000000000
      """#),
  SpoiledPlanCase(
    name: "a utility of no costs, wherever it is used",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "metric":"utility",
       "require":{
         "utility":">0"},
       "then":[
         "margin", "utility"],
       "claim":{"metric":"utility","comparator":">=","value":1,"on":"suite"},
       "costs":null}
      """#,
    answer: #"""
      plan.json:6: error: "metric" uses "utility", but the plan gives no costs
        fix: add "costs":{"hit":1,"miss":-1,"falseAlarm":-2,"interruption":-0.1}
      plan.json:8: error: "require" uses "utility", but the plan gives no costs
        fix: add "costs":{"hit":1,"miss":-1,"falseAlarm":-2,"interruption":-0.1}
      plan.json:10: error: "then" uses "utility", but the plan gives no costs
        fix: add "costs":{"hit":1,"miss":-1,"falseAlarm":-2,"interruption":-0.1}
      plan.json:11: error: "claim" uses "utility", but the plan gives no costs
        fix: add "costs":{"hit":1,"miss":-1,"falseAlarm":-2,"interruption":-0.1}
      """#),
  SpoiledPlanCase(
    name: "a duplicate key",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "seed":1,
       "seed":2}
      """#,
    answer: #"""
      plan.json:7: error: duplicate key "seed": it stands twice in one object (first on line 6)
        fix: keep one of the two
      """#),
  SpoiledPlanCase(
    name: "parameters that are a list",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":[]}
      """#,
    answer: #"""
      plan.json:5: error: "parameters" is a list, not an object
        fix: write it as {"key": value}
      """#),
  SpoiledPlanCase(
    name: "nothing swept",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{}}
      """#,
    answer: #"""
      plan.json:5: error: "parameters" sweeps nothing
        fix: name at least one: weights, notifyThreshold, escalateThreshold, cooldownMinutes, dailyBudget, quietHours, missingSleep, missingHRV, missingDeadline, missingActivity, populationSleepHours, populationHRVMs, populationSteps, baselineDays, baselineMinimumDays, sleepFloorHours, hrvFloorShare, deadlineKnots, timeOfDayKnots
      """#),
  SpoiledPlanCase(
    name: "an unknown parameter",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"notifyTreshold":{"min":40,"max":60,"step":1}}}
      """#,
    answer: #"""
      plan.json:5: error: unknown key "notifyTreshold" in "parameters"; did you mean "notifyThreshold"?
        fix: use one of: weights, notifyThreshold, escalateThreshold, cooldownMinutes, dailyBudget, quietHours, missingSleep, missingHRV, missingDeadline, missingActivity, populationSleepHours, populationHRVMs, populationSteps, baselineDays, baselineMinimumDays, sleepFloorHours, hrvFloorShare, deadlineKnots, timeOfDayKnots
      """#),
  SpoiledPlanCase(
    name: "a lattice without weights",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"notifyThreshold":{"min":40,"max":60,"step":1}}}
      """#,
    answer: #"""
      plan.json:4: error: "method" is "lattice", but no weights are swept by step
        fix: add "weights":{"step":0.05}, or use the method "grid"
      """#),
  SpoiledPlanCase(
    name: "a weight step of zero",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0}}}
      """#,
    answer: #"""
      plan.json:5: error: "step" is 0, allowed 1e-06...1
        fix: write a value in 1e-06...1
      """#),
  SpoiledPlanCase(
    name: "a weight step that does not divide one",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.3}}}
      """#,
    answer: #"""
      plan.json:5: error: "step" is 0.3, which does not divide 1
        fix: use 1/n for a whole n, such as 0.05, 0.02 or 0.01
      """#),
  SpoiledPlanCase(
    name: "weights without step",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"min":0.1}}}
      """#,
    answer: #"""
      plan.json:5: error: "step" is missing from "weights"
        fix: add a step such as 0.05
      """#),
  SpoiledPlanCase(
    name: "a weight minimum too large",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.05,"min":0.25}}}
      """#,
    answer: #"""
      plan.json:5: error: "min" is 0.25: 5 such weights exceed 1
        fix: use at most 0.2
      """#),
  SpoiledPlanCase(
    name: "weights with an unknown key",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"steps":0.05}}}
      """#,
    answer: #"""
      plan.json:5: error: unknown key "steps" in "weights"; did you mean "step"?
        fix: use one of: step, min, values
      plan.json:5: error: "step" is missing from "weights"
        fix: add a step such as 0.05
      """#),
  SpoiledPlanCase(
    name: "a weight set that does not sum to one",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"grid",
       "parameters":{"weights":{"values":[{"sleep":0.5}]}}}
      """#,
    answer: #"""
      plan.json:5: error: weights sum to 1.15, not 1
        fix: give weights that sum to 1; unnamed ones keep the shipped value
      """#),
  SpoiledPlanCase(
    name: "an empty list of weight sets",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"grid",
       "parameters":{"weights":{"values":[]}}}
      """#,
    answer: #"""
      plan.json:5: error: "values" is an empty list
        fix: list at least one set of weights
      """#),
  SpoiledPlanCase(
    name: "weights by step and by value",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"grid",
       "parameters":{"weights":{"step":0.5,"values":[{"sleep":0.35}]}}}
      """#,
    answer: #"""
      plan.json:5: error: "values" stands beside step or min
        fix: give either a step or values
      """#),
  SpoiledPlanCase(
    name: "a range without max",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":40,"step":1}}}
      """#,
    answer: #"""
      plan.json:6: error: "notifyThreshold" lacks "max"
        fix: add the key "max"
      """#),
  SpoiledPlanCase(
    name: "a range without step",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":40,"max":60}}}
      """#,
    answer: #"""
      plan.json:6: error: "notifyThreshold" lacks "step"
        fix: add the key "step"
      """#),
  SpoiledPlanCase(
    name: "a step of zero",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":40,"max":60,"step":0}}}
      """#,
    answer: #"""
      plan.json:6: error: "step" is the number 0
        fix: give a step above 0
      """#),
  SpoiledPlanCase(
    name: "a step below zero",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":40,"max":60,"step":-1}}}
      """#,
    answer: #"""
      plan.json:6: error: "step" is the number -1
        fix: give a step above 0
      """#),
  SpoiledPlanCase(
    name: "a max below min",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":60,"max":40,"step":1}}}
      """#,
    answer: #"""
      plan.json:6: error: "max" of "notifyThreshold" is below min
        fix: give a max of at least min
      """#),
  SpoiledPlanCase(
    name: "a range out of bounds",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":40,"max":101,"step":1}}}
      """#,
    answer: #"""
      plan.json:6: error: "max" is 101, allowed 0...100
        fix: write a value in 0...100
      """#),
  SpoiledPlanCase(
    name: "a min that is null",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":null,"max":60,"step":1}}}
      """#,
    answer: #"""
      plan.json:6: error: "min" is null, not a number
        fix: write a number in 0...100
      """#),
  SpoiledPlanCase(
    name: "a range with too many digits",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"min":40,"max":60,"step":0.00000000000000001}}}
      """#,
    answer: #"""
      plan.json:6: error: "step" makes a range with too many digits
        fix: use numbers with fewer decimals
      """#),
  SpoiledPlanCase(
    name: "a text for a threshold",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":"every"}}
      """#,
    answer: #"""
      plan.json:6: error: "notifyThreshold" is the text "every"
        fix: write "all", {"min","max","step"} or {"values":[…]}
      """#),
  SpoiledPlanCase(
    name: "all for another parameter",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "escalateThreshold":"all"}}
      """#,
    answer: #"""
      plan.json:6: error: "escalateThreshold" is the text "all"
        fix: write {"min","max","step"} or {"values":[…]}
      """#),
  SpoiledPlanCase(
    name: "an empty list of values",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"values":[]}}}
      """#,
    answer: #"""
      plan.json:6: error: "values" is an empty list
        fix: list at least one value
      """#),
  SpoiledPlanCase(
    name: "a value given twice",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"values":[50,60,50]}}}
      """#,
    answer: #"""
      plan.json:6: error: "values" lists 50 twice
        fix: list each value once
      """#),
  SpoiledPlanCase(
    name: "a value out of range",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"values":[50,600]}}}
      """#,
    answer: #"""
      plan.json:6: error: "notifyThreshold" is 600, allowed 0...100 points
        fix: write a value in 0...100
      """#),
  SpoiledPlanCase(
    name: "values beside a range",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "notifyThreshold":{"values":[50],"min":40}}}
      """#,
    answer: #"""
      plan.json:6: error: "values" stands beside a range
        fix: give either a range or values
      """#),
  SpoiledPlanCase(
    name: "half an integer",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "dailyBudget":{"values":[1.5]}}}
      """#,
    answer: #"""
      plan.json:6: error: "dailyBudget" is 1.5, not a whole number
        fix: write a whole number
      """#),
  SpoiledPlanCase(
    name: "a step of an integer that is not whole",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "dailyBudget":{"min":1,"max":3,"step":0.5}}}
      """#,
    answer: #"""
      plan.json:6: error: "step" is not whole
        fix: "dailyBudget" takes whole numbers
      """#),
  SpoiledPlanCase(
    name: "quiet hours as a range",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25},
       "quietHours":{"min":1,"max":2,"step":1}}}
      """#,
    answer: #"""
      plan.json:6: error: "quietHours" can't be swept as a range
        fix: list its values: {"values":[…]}
      """#),
  SpoiledPlanCase(
    name: "more than can be numbered",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.000001}}}
      """#,
    answer: #"""
      plan.json: error: the plan spans more candidates than can be numbered
        fix: use larger steps or fewer values
      """#),
  SpoiledPlanCase(
    name: "an unknown metric",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "metric":"recal"}
      """#,
    answer: #"""
      plan.json:6: error: "metric" is "recal"; did you mean "recall"?
        fix: use one of: tp, fp, fn, tn, precision, recall, f1, f05, false_alarms_per_day, interventions_per_day, unlabelled_interventions, escalations, margin, distance_from_shipped, utility, falseAlarms
      """#),
  SpoiledPlanCase(
    name: "a requirement of nothing known",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "require":{"falseAlarm":"=0"}}
      """#,
    answer: #"""
      plan.json:6: error: unknown key "falseAlarm" in "require"; did you mean "falseAlarms"?
        fix: use one of: tp, fp, fn, tn, precision, recall, f1, f05, false_alarms_per_day, interventions_per_day, unlabelled_interventions, escalations, margin, distance_from_shipped, utility, falseAlarms
      """#),
  SpoiledPlanCase(
    name: "a requirement without a sign",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "require":{"falseAlarms":"0"}}
      """#,
    answer: #"""
      plan.json:6: error: "falseAlarms" is "0", not a bound
        fix: write one of = >= <= > < and a number, as in "=0" or ">=0.6"
      """#),
  SpoiledPlanCase(
    name: "a requirement that is a number",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "require":{"falseAlarms":0}}
      """#,
    answer: #"""
      plan.json:6: error: "falseAlarms" is the number 0, not a text
        fix: put it in double quotes
      """#),
  SpoiledPlanCase(
    name: "an unknown criterion",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "then":["fewerIntervention"]}
      """#,
    answer: #"""
      plan.json:6: error: "then" holds the text "fewerIntervention"; did you mean "fewerInterventions"?
        fix: use any of: fewerInterventions, nearestToShipped, tp, fp, fn, tn, precision, recall, f1, f05, false_alarms_per_day, interventions_per_day, unlabelled_interventions, escalations, margin, distance_from_shipped, utility, falseAlarms
      """#),
  SpoiledPlanCase(
    name: "six criteria",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "then":["margin","tp","fp","fn","tn","recall"]}
      """#,
    answer: #"""
      plan.json:6: error: "then" holds 6 criteria
        fix: keep at most five
      """#),
  SpoiledPlanCase(
    name: "a criterion that is a number",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "then":[3]}
      """#,
    answer: #"""
      plan.json:6: error: "then" holds the number 3
        fix: use any of: fewerInterventions, nearestToShipped, tp, fp, fn, tn, precision, recall, f1, f05, false_alarms_per_day, interventions_per_day, unlabelled_interventions, escalations, margin, distance_from_shipped, utility, falseAlarms
      """#),
  SpoiledPlanCase(
    name: "a seed below zero",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "seed":-1}
      """#,
    answer: #"""
      plan.json:6: error: "seed" is -1, allowed 0...1000000000000000
        fix: write a whole number in 0...1000000000000000
      """#),
  SpoiledPlanCase(
    name: "keep none",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "keep":0}
      """#,
    answer: #"""
      plan.json:6: error: "keep" is 0, allowed 1...10000000
        fix: write a whole number in 1...10000000
      """#),
  SpoiledPlanCase(
    name: "keep some",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "keep":"some"}
      """#,
    answer: #"""
      plan.json:6: error: "keep" is "some"
        fix: write a whole number, or "all"
      """#),
  SpoiledPlanCase(
    name: "a cap of zero",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"lattice",
       "parameters":{"weights":{"step":0.25}},
       "run_cap":0}
      """#,
    answer: #"""
      plan.json:6: error: "run_cap" is 0, allowed 1...1000000000000000
        fix: write a whole number in 1...1000000000000000
      """#),
  SpoiledPlanCase(
    name: "random without a cap",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"random",
       "parameters":{"weights":{"step":0.25}}}
      """#,
    answer: #"""
      plan.json:4: error: "method" is "random" without a number of draws
        fix: set "run_cap", as in "run_cap": 100000
      """#),
  SpoiledPlanCase(
    name: "sobol without a cap",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"sobol",
       "parameters":{"weights":{"min":0}}}
      """#,
    answer: #"""
      plan.json:4: error: "method" is "sobol" without a number of draws
        fix: set "run_cap", as in "run_cap": 100000
      """#),
  SpoiledPlanCase(
    name: "more points than the sequence has",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"sobol",
       "parameters":{"weights":{"min":0}},
       "run_cap":4294967297}
      """#,
    answer: #"""
      plan.json:6: error: "run_cap" is more than the 4294967296 points of a Sobol sequence
        fix: use at most 4294967296, or the method "random"
      """#),
  SpoiledPlanCase(
    name: "a minimum too large to draw",
    plan: #"""
      {"schema":"autoresearch.plan/1",
       "name":"small",
       "suite":"Traces/sample",
       "method":"random",
       "parameters":{"weights":{"min":0.3}},
       "run_cap":10}
      """#,
    answer: #"""
      plan.json:5: error: "min" is 0.3: 5 such weights exceed 1
        fix: use at most 0.2
      """#),
]

@Test(arguments: spoiledPlans)
func spoiledPlanIsRefusedAndNothingIsWritten(_ c: SpoiledPlanCase) throws {
  let folder = try SampleSuite.folder()
  try folder.write(c.plan + "\n", to: "plan.json")
  let before = try folder.snapshot()
  let run = Terminal(["sweep", "plan.json", "--quiet", "--out", "out"], in: folder.path)
  #expect(run.messages == c.answer + "\n")
  #expect(run.output == "")
  #expect(run.status == 2)
  #expect(try folder.snapshot() == before)
}
