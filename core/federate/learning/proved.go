package learning

import (
	"errors"
	"fmt"
	"slices"
)

// CheckTold checks that what a question tells of all sites follows from the sums of the given rounds: the votes by which sites
// judge themselves, who has which columns, the pairs that sites vote on, and the counts by which cells are filled. A site
// calls it with the sums that it has added up itself. The values are those that Next tells, by the same functions.
//
// Which families there are does not follow: the search that found them takes sums that no site is shown.
func (p *Public) CheckTold(q *Question, rounds []Round) error {
	if _, err := q.Length(p.Arity); err != nil {
		return err
	}
	k, err := p.gather(rounds)
	if err != nil {
		return err
	}
	if err := p.checkVotes(q.Told, k); err != nil || p.Union == nil {
		return err
	}
	if q.Sees != nil && !slices.EqualFunc(q.Sees, k.sees, slices.Equal) {
		return errors.New("it tells other columns of the sites than their answers")
	}
	together := newSees(len(p.Arity), k.sees).together()
	if len(q.Votes) > 0 && !slices.EqualFunc(q.Votes, pairsOf(len(p.Arity), together), slices.Equal) {
		return errors.New("it asks for votes on other pairs than those that some site sees")
	}
	if q.Fill == nil {
		return nil
	}
	return p.checkFill(q.Fill, k, firstFill(together, p.Sites, p.lastFill()))
}

func (p *Public) checkVotes(told *Told, k *known) error {
	switch {
	case k.joined == nil && told == nil:
		return nil
	case k.joined == nil:
		return errors.New("it tells votes, and no sum has any")
	case told == nil:
		return errors.New("it tells no votes")
	case told.Sites != p.Sites || !slices.Equal(told.Joined, k.joined):
		return errors.New("it tells other votes than the sites' answers add up to")
	}
	return nil
}

// checkFill checks the counts of a filling: the first one has none.
func (p *Public) checkFill(fill *Fill, k *known, first int) error {
	if fill.Number == first {
		if len(fill.Families) > 0 {
			return fmt.Errorf("it tells counts for filling %d, which is the first one", fill.Number)
		}
		return nil
	}
	sets := make([][]int32, len(fill.Families))
	for v, family := range fill.Families {
		sets[v] = family.Variables
	}
	families, err := p.families(k.shared[fill.Number-1], sets)
	if err != nil {
		return fmt.Errorf("it tells counts for filling %d, and in the sums of the filling before, %w", fill.Number, err)
	}
	if len(sets) != len(p.Arity) {
		return fmt.Errorf("it tells no counts for filling %d", fill.Number)
	}
	for v, family := range families {
		if !slices.Equal(family.Counts, fill.Families[v].Counts) {
			return fmt.Errorf("it tells other counts of the family %v than the sites' answers add up to", family.Variables)
		}
	}
	return nil
}
