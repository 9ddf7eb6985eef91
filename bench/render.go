package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed report.md.tmpl
var reportText string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"ms": ms, "count": count, "number": number, "percent": percent, "ratio": ratio, "seed": func() int { return seed },
	"kmax": func() int { return kMax }, "javaedges": func() int { return javaEdges },
}).Parse(reportText))

func (r *results) render(w io.Writer) error { return reportTemplate.Execute(w, r) }

// Name is the name of the phase, for the template.
func (p phase) Name() string { return p.name }

// What describes the phase, for the template.
func (p phase) What() string { return p.what }

// MemoryMB is the memory that the run added to the process.
func (m *measured) MemoryMB() float64 { return m.PeakMB - m.IdleMB }

// SpeedUp is the gain of the second worker, or a dash if a run was ended by the limit.
func (r row) SpeedUp() string {
	if !r.One.Complete || !r.Two.Complete {
		return "–"
	}
	return fmt.Sprintf("%.2f", r.Gain)
}

// JavaTime is the time of the Java program, or says why there is none.
func (r row) JavaTime() string {
	switch {
	case r.Java.WallMS > 0:
		return number(r.Java.WallMS)
	case r.Java.Note != "":
		return r.Java.Note
	}
	return "–"
}

// WallRatio is the time of the Java program divided by ours, with one worker. It is 0 if a time is missing.
func (r row) WallRatio() float64 {
	if !r.One.Complete {
		return 0
	}
	return r.Java.WallMS / r.One.WallMS
}

// CPURatio is the same ratio of the CPU times.
func (r row) CPURatio() float64 {
	if !r.One.Complete {
		return 0
	}
	return r.Java.CPUMS / r.One.CPUMS
}

// JavaEnded are the rows of the sets on which the Java program ended.
func (r *results) JavaEnded() []row {
	return slices.DeleteFunc(slices.Clone(r.Rows), func(r row) bool { return r.Java.WallMS == 0 })
}

// JavaGaps is a text that counts the sets on which the Java program gave no time, by the reason.
func (r *results) JavaGaps() string {
	var notes []string
	sets := map[string]int{}
	for _, row := range r.Rows {
		note := row.Java.Note
		if row.Java.WallMS > 0 || note == "" {
			continue
		}
		if sets[note] == 0 {
			notes = append(notes, note)
		}
		sets[note]++
	}
	if len(notes) == 0 {
		return ""
	}
	for k, note := range notes {
		notes[k] = fmt.Sprintf("%s: %d", note, sets[note])
	}
	return fmt.Sprintf("Other sets: %s.", strings.Join(notes, ", "))
}

// phaseShare is the share of a phase: in the middle of the sets, and in the set where it is greatest.
type phaseShare struct {
	phase
	Median, Most float64
	Set          string
}

// Shares are the shares of all phases. Of two sets with the same greatest share the first is named.
func (r *results) Shares() []phaseShare {
	if len(r.Rows) == 0 {
		return nil
	}
	var all []phaseShare
	for _, p := range phases {
		s := phaseShare{phase: p, Most: -1}
		var shares []float64
		for _, row := range r.Rows {
			share := row.One.Phases[p.name]
			shares = append(shares, share)
			if share > s.Most {
				s.Most, s.Set = share, row.Name
			}
		}
		slices.Sort(shares)
		s.Median = shares[len(shares)/2]
		all = append(all, s)
	}
	return all
}

// Gain is a text with the mean and the least of the ratios to the Java program.
func (r *results) Gain() string {
	var wall, cpu []float64
	for _, row := range r.Rows {
		if row.WallRatio() > 0 {
			wall, cpu = append(wall, row.WallRatio()), append(cpu, row.CPURatio())
		}
	}
	if len(wall) == 0 {
		return ""
	}
	return fmt.Sprintf("Ratios over the %d sets on which the Java program ended:\n\n"+
		"| ratio | geometric mean | least |\n|---|---:|---:|\n| wall time | %s | %s |\n| CPU time | %s | %s |",
		len(wall), number(geometricMean(wall)), number(slices.Min(wall)), number(geometricMean(cpu)), number(slices.Min(cpu)))
}

// geometricMean is the geometric mean of the values, or 0 if there are none.
func geometricMean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	logs := 0.0
	for _, x := range values {
		logs += math.Log(x)
	}
	return math.Exp(logs / float64(len(values)))
}

// ms is the time of a run. If the limit ended the run, it also says how far the run came.
func ms(m *measured) string {
	if m.Complete {
		return number(m.WallMS)
	}
	return fmt.Sprintf("%s of %s edges in %s", count(m.Steps), count(m.Edges), number(m.WallMS))
}

// Least is the least time of all repetitions, or a dash if the limit ended the run.
func (m *measured) Least() string {
	if !m.Complete {
		return "–"
	}
	return number(m.LeastWallMS)
}

// percent is a share in percent, without decimals.
func percent(share float64) string { return fmt.Sprintf("%.0f", 100*share) }

// ratio is a number, or a dash for 0, which stands for an unknown ratio.
func ratio(x float64) string {
	if x == 0 {
		return "–"
	}
	return number(x)
}

// number is x with three significant digits, and with all digits before the point.
func number(x float64) string {
	switch {
	case x >= 100:
		return count(int64(math.Round(x)))
	case x <= 0:
		return "0"
	}
	decimals := min(2-int(math.Floor(math.Log10(x))), 4)
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// count is an integer with commas between groups of three digits.
func count(x any) string {
	digits := fmt.Sprint(x)
	var out strings.Builder
	for k, d := range digits {
		if k > 0 && (len(digits)-k)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(d)
	}
	return out.String()
}
