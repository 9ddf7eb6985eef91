package masked_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// function is a function of a package's sources, with its receiver's type.
type function struct {
	file *ast.File
	decl *ast.FuncDecl
}

func (f function) name() string {
	if f.decl.Recv == nil {
		return f.decl.Name.Name
	}
	of := f.decl.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return of.(*ast.Ident).Name + "." + f.decl.Name.Name
}

// sources are the functions and the files of a package, without its tests.
func sources(t *testing.T, dir string) (functions []function, files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		require.NoError(t, err)
		files = append(files, file)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				functions = append(functions, function{file, f})
			}
		}
	}
	require.NotEmpty(t, functions, dir)
	return functions, files
}

// selecting are the functions of a package in which something is selected by name, such as a field or a method.
func selecting(t *testing.T, dir, name string) (in []string) {
	functions, _ := sources(t, dir)
	for _, f := range functions {
		ast.Inspect(f.decl, func(node ast.Node) bool {
			if selected, ok := node.(*ast.SelectorExpr); ok && selected.Sel.Name == name {
				in = append(in, f.name())
			}
			return true
		})
	}
	return in
}

// Two functions write to an answer, and none makes one that is not empty.
func TestTwoFunctionsMakeAnAnswer(t *testing.T) {
	functions, files := sources(t, ".")
	var writing []string
	for _, f := range functions {
		ast.Inspect(f.decl, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.AssignStmt:
				for _, left := range node.Lhs {
					if field, ok := left.(*ast.SelectorExpr); ok && field.Sel.Name == "numbers" {
						writing = append(writing, f.name())
					}
				}
			case *ast.CompositeLit:
				of, ok := node.Type.(*ast.Ident)
				require.False(t, ok && of.Name == "Answer", f.name())
			case *ast.UnaryExpr:
				field, ok := node.X.(*ast.SelectorExpr)
				require.False(t, ok && node.Op == token.AND && field.Sel.Name == "numbers", f.name())
			}
			return true
		})
	}
	require.ElementsMatch(t, []string{"Answer.AddRows", "Answer.AddStructure"}, writing)
	fields := 0
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			spec, ok := node.(*ast.TypeSpec)
			if !ok || spec.Name.Name != "Answer" {
				return true
			}
			for _, field := range spec.Type.(*ast.StructType).Fields.List {
				require.Len(t, field.Names, 1)
				require.False(t, field.Names[0].IsExported())
				fields++
			}
			return true
		})
	}
	require.Equal(t, 1, fields)
}

// Under masks the answers of all tasks leave the engine in one place, which takes an Answer.
func TestOneDoorUnderMasks(t *testing.T) {
	const ops = "../ops"
	require.Equal(t, []string{"answerOf"}, selecting(t, ops, "Unmasked"))
	require.Equal(t, []string{"answerOf"}, selecting(t, ops, "Answer"))
	functions, _ := sources(t, ops)
	answering, vectors := map[string]bool{}, []string{}
	for _, f := range functions {
		ast.Inspect(f.decl, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.CallExpr:
				if called, ok := node.Fun.(*ast.Ident); ok && called.Name == "answerOf" {
					answering[f.name()] = true
				}
			case *ast.BasicLit:
				if node.Value == strconv.Quote("vector") {
					vectors = append(vectors, f.name())
				}
			}
			return true
		})
	}
	require.Equal(t, map[string]bool{"answerLearning": true, "answerNumbers": true, "dagSite.answer": true}, answering)
	require.Equal(t, []string{"answerOf"}, vectors)
}

// What a site has of its rows does not reach what it sends of its structure.
func TestRowsAndStructureAreApart(t *testing.T) {
	_, files := sources(t, "../consensus")
	for _, file := range files {
		for _, used := range file.Imports {
			require.NotContains(t, used.Path.Value, "core/learn", "a consensus has no rows")
		}
	}
	require.ElementsMatch(t, []string{"Structure.addStructure", "Structure.addStructure", "Site.addSeen"}, selecting(t, "../learning", "AddStructure"))
	require.ElementsMatch(t, []string{"Site.Unmasked"}, selecting(t, "../learning", "appendOwn"))
	functions, _ := sources(t, "../learning")
	for _, f := range functions {
		if f.decl.Name.Name == "Answer" && f.decl.Recv != nil {
			result := f.decl.Type.Results.List[0].Type.(*ast.StarExpr).X.(*ast.SelectorExpr)
			require.Equal(t, "masked", result.X.(*ast.Ident).Name)
		}
	}
}
