package score

import "fmt"

// share is an unrounded ratio, 0 of nothing.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// finish turns the counts into the result. A failure leaves every rate at 0.
func (s *scorer) finish(r *Result, failure string) {
	rows := s.rows
	rows.Reference = s.ref.table.Rows
	missing := rows.Reference - rows.Matched
	// An invalid row stands for one of the missing rows. Only those beyond the
	// missing ones are surplus, so that one bad row costs exactly one row.
	extra := rows.Unknown + max(0, rows.Invalid-missing)
	total := rows.Reference + extra + rows.Duplicate
	if failure == "" && rows.Output == 0 {
		failure = "the output has a header but no rows; write one line for each row that the task asks for"
	}

	r.Failure, r.Rows = failure, rows
	r.Coverage = rate(rows.Matched, rows.Reference)
	r.Keys = Keys{
		Precision: rate(rows.Matched, rows.Matched+extra), Recall: r.Coverage,
		F1:      round8(2 * share(rows.Matched, rows.Matched+extra+rows.Reference)),
		Matched: rows.Matched, Missing: missing, Extra: extra, Duplicate: rows.Duplicate,
		Parts: s.keyParts(), Examples: s.examples,
	}
	r.Keys.Examples.Missing = s.missingKeys()
	r.ExactRows = Share{s.exact, rate(s.exact, total)}
	for _, t := range s.tallies {
		c := t.result(rows, total)
		c.Majority = Majority{s.ref.table.Format(t.trait.majority, t.column.place), round8(t.trait.share)}
		r.Columns = append(r.Columns, c)
	}
	r.Reward = reward(r.Columns)
	r.NMAE, r.NMAEAll = s.normalisedErrors(r.Columns, total)
	if s.natural != nil {
		r.NaturalKey = s.natural.result(rows.Reference)
	}
	r.Strict = s.strict(r, total)
	r.Notes = s.notes(r)
}

func (t *tally) result(rows Rows, total int) Column {
	c := Column{
		Name: t.column.Name, Role: string(t.column.Role), Type: string(t.column.Type), Unit: t.column.Unit, Tolerance: t.column.Tolerance,
		Absent: t.absent, Total: total, Matched: t.matched, Mismatched: t.mismatched, Unreadable: t.unreadable,
		Missing: rows.Reference - rows.Matched, Empty: t.empty, Unexpected: t.unexpected, Higher: t.higher, Lower: t.lower,
		MatchRate: rate(t.matched, total), NearMisses: t.nearMisses(), Examples: t.examples,
	}
	if t.absent {
		c.Missing = rows.Reference
	}
	if b := t.trait.share; b < 1 {
		corrected := round8((share(t.matched, total) - b) / (1 - b))
		c.ChanceCorrected = &corrected
	}
	if t.trait.scale > 0 && rows.Matched > 0 {
		e := round8(t.errorSum() / float64(rows.Matched))
		if t.absent {
			e = 1
		}
		c.NMAE = &e
	}
	return c
}

// reward is the mean of the rounded match rates, rounded again. Many means lie
// exactly between two roundings, so the sum must not lose a bit: it is
// compensated, which gives the published reward of every published run.
func reward(columns []Column) float64 {
	sum, lost := 0.0, 0.0
	for _, c := range columns {
		next := sum + c.MatchRate
		lost += max(sum, c.MatchRate) - next + min(sum, c.MatchRate)
		sum = next
	}
	return round8((sum + lost) / float64(len(columns)))
}

// normalisedErrors averages over the ordered columns: once over the rows in both
// files, once over all rows, of which each missing, extra and duplicate one is
// an error of 1.
func (s *scorer) normalisedErrors(columns []Column, total int) (joined, all *float64) {
	ordered, sumJoined, sumAll := 0, 0.0, 0.0
	for i, t := range s.tallies {
		if t.trait.scale == 0 {
			continue
		}
		ordered++
		if c := columns[i]; c.NMAE != nil {
			sumJoined += *c.NMAE
		}
		if t.absent {
			sumAll++
			continue
		}
		sumAll += (t.errorSum() + float64(total-s.rows.Matched)) / float64(total)
	}
	if ordered == 0 {
		return nil, nil
	}
	a := round8(sumAll / float64(ordered))
	if s.rows.Matched == 0 {
		return nil, &a
	}
	j := round8(sumJoined / float64(ordered))
	return &j, &a
}

// strict lists the checks of the published pass that fail, in their order.
func (s *scorer) strict(r *Result, total int) Strict {
	failed := []string{}
	fails := func(check string, fail bool) {
		if fail {
			failed = append(failed, check)
		}
	}
	limits := s.plan.task.Strict
	fails("output_readable", r.Failure != "")
	fails("required_columns", r.Failure != "" || len(s.missing) > 0)
	fails("row_coverage", share(s.rows.Matched, s.ref.table.Rows) < limits.Coverage || r.Failure != "")
	for _, t := range s.tallies {
		fails(fmt.Sprintf("accuracy[%s]", t.column.Name), share(t.matched, total) < limits.Accuracy || r.Failure != "")
	}
	return Strict{Passed: len(failed) == 0, FailedChecks: failed}
}
