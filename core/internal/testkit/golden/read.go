package golden

import (
	"fmt"
	"slices"
	"strings"
)

// Read reads what Text writes. Sections, values and columns must be those of Text, in its order.
func Read(text string) (Case, error) {
	var c Case
	title, rest, _ := strings.Cut(text, "\n")
	id, found := strings.CutPrefix(title, "# ")
	if !found {
		return c, fmt.Errorf("the first line is not a title")
	}
	c.ID = id
	parts := strings.Split("\n"+rest, "\n## ")
	c.About = strings.TrimSpace(parts[0])
	var inputs []input
	sections := c.sections(&inputs)
	if len(parts)-1 != len(sections) {
		return c, fmt.Errorf("%d sections, want %d", len(parts)-1, len(sections))
	}
	for k, s := range sections {
		if err := s.read(parts[k+1]); err != nil {
			return c, fmt.Errorf("section %q: %w", s.title, err)
		}
	}
	c.setInputs(inputs)
	c.N, c.R = len(c.Names), len(c.DAGs)
	c.CountTies()
	return c, nil
}

// read sets what a section holds. Its other lines are for people.
func (s section) read(text string) error {
	lines := strings.Split(text, "\n")
	if lines[0] != s.title {
		return fmt.Errorf("the title is %q", lines[0])
	}
	var values []string
	var rows [][]string
	for _, line := range lines[1:] {
		if value, found := strings.CutPrefix(line, "- "); found {
			values = append(values, value)
		} else if strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for k, text := range cells {
				cells[k] = strings.TrimSpace(text)
			}
			rows = append(rows, cells)
		}
	}
	if len(values) != len(s.values) {
		return fmt.Errorf("%d values, want %d", len(values), len(s.values))
	}
	for k, f := range s.values {
		text, found := strings.CutPrefix(values[k], f.name+": ")
		if !found {
			return fmt.Errorf("%q is not %q", values[k], f.name)
		}
		if err := f.read(text); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if s.table == nil {
		return nil
	}
	if len(rows) < 2 || !slices.Equal(rows[0], s.table.names()) {
		return fmt.Errorf("there is no table of %q", s.table.names())
	}
	return s.table.read(rows[2:])
}
