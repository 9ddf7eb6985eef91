package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/template"
)

//go:embed report.md.tmpl
var reportText string

var reportTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"number": number, "ratio": ratio,
}).Parse(reportText))

func (r *results) render(w io.Writer) error { return reportTemplate.Execute(w, r) }

// ms is the time of a run. If the limit ended the run, it also says how far the run came.
func ms(m *measured) string {
	if m.Complete {
		return number(m.WallMS)
	}
	return fmt.Sprintf("%s of %s edges in %s", count(m.Steps), count(m.Edges), number(m.WallMS))
}

// ratio is a number, or a dash for 0, which stands for one that is not known.
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
