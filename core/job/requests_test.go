package job_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

var write = flag.Bool("write", false, "write the requests into the header, and as types for Python")

// The C header lists the fields and the arrays of each request, as the engine has them. With -write the list is made anew.
func TestHeaderListsTheRequests(t *testing.T) {
	const path, begin, end = "../../include/mcbnc.h", " * requests begin\n", " * requests end\n"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found)
	hold(t, path, before+begin+requests()+end+after)
}

// Python has the names of operations, and the names and types of fields, as the engine has them. With -write they are made
// anew.
func TestPythonKnowsTheFields(t *testing.T) { hold(t, "../../python/mcbnc/_base/fields.py", types()) }

// hold compares a file with the text that it should have, or writes it.
func hold(t *testing.T, path, whole string) {
	if *write {
		require.NoError(t, os.WriteFile(path, []byte(whole), 0o644))
		return
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, whole, string(text), "make interface writes it anew")
}

// types is the module of Python about requests and replies.
func types() string {
	var operations []string
	options, common := map[string]string{}, map[string]string{"op": "Op"}
	for _, name := range call.Registered() {
		op, _, _ := strings.Cut(name, " ")
		operations = append(operations, fmt.Sprintf("    %q,\n", op))
		for _, f := range call.Describe(name).Fields {
			if f.Own {
				options[f.Name] = eitherKind(options[f.Name], kindOf(f.Type))
				if f.Type.Kind() == reflect.Slice {
					options[f.Name] = eitherKind(options[f.Name], "None")
				}
			} else if f.Name != "op" {
				common[f.Name] = kindOf(f.Type)
			}
		}
	}
	values := map[string]string{"seconds": "float"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[call.Output]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" && name != "arrays" {
			values[name] = strings.TrimSuffix(kindOf(f.Type), " | None") // left out, where it is none
		}
	}
	return fmt.Sprintf(module, strings.Join(slices.Compact(operations), ""), entries(options, `        %q: %s,`),
		entries(common, "    %s: %s"), entries(values, "    %s: %s"))
}

// module is in the functional form where a field has a name that no class can have.
const module = `"""Requests to the engine, and its replies. "make interface" writes this file by the engine's own structs."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Op = Literal[
%s]

Options = TypedDict(
    "Options",
    {
%s    },
    total=False,
)
"""The fields of all operations. The engine refuses one that an operation does not have."""


class Request(Options, total=False):
    """A whole request."""

%s

class Info(TypedDict, total=False):
    """The values of a reply, beside its arrays."""

%s`

func entries(kinds map[string]string, format string) string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&out, format+"\n", name, kinds[name])
	}
	return out.String()
}

// eitherKind is the type of a field that has a type in one operation and another one, or none, in the others.
func eitherKind(one, other string) string {
	kinds := append(strings.Split(one, " | "), strings.Split(other, " | ")...)
	kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "" })
	if slices.Contains(kinds, "Any") {
		return "Any"
	}
	slices.Sort(kinds)
	slices.Reverse(kinds) // None comes last
	return strings.Join(slices.Compact(kinds), " | ")
}

// kindOf is the type of Python whose JSON is read into a type of Go.
func kindOf(t reflect.Type) string {
	switch kind := t.Kind(); {
	case t == reflect.TypeFor[parts.Theta]():
		return "str | float | None" // "auto", a threshold, or none
	case t == reflect.TypeFor[json.RawMessage](), kind == reflect.Struct, kind == reflect.Interface:
		return "Any"
	case kind == reflect.Map:
		return "dict[str, " + kindOf(t.Elem()) + "]"
	case kind == reflect.Pointer:
		return kindOf(t.Elem()) + " | None"
	case kind == reflect.Slice:
		return "list[" + kindOf(t.Elem()) + "]"
	case kind == reflect.Int64, kind == reflect.Int, kind == reflect.Uint64:
		return "int"
	case kind == reflect.String:
		return "str"
	case kind == reflect.Bool:
		return "bool"
	case kind == reflect.Float64:
		return "float"
	}
	panic("no type of Python for " + t.String())
}

// requests is the list.
func requests() string {
	var out strings.Builder
	for _, name := range call.Registered() {
		d := call.Describe(name)
		if of, task, tasks := strings.Cut(name, " "); tasks {
			name = fmt.Sprintf("%s, task %q", of, task)
		}
		fmt.Fprintf(&out, " *   %s\n", name)
		var arrays []string
		for _, a := range d.Arrays {
			if !a.Must {
				a.Name = "[" + a.Name + "]"
			}
			arrays = append(arrays, a.Name)
		}
		var fields []string
		for _, f := range d.Fields {
			if f.Own {
				fields = append(fields, f.Name)
			}
		}
		wrap(&out, " *       fields  ", fields)
		wrap(&out, " *       arrays  ", arrays)
	}
	return out.String()
}

// wrap writes words into lines. The first line begins with a title. Without words it writes nothing.
func wrap(out *strings.Builder, title string, words []string) {
	const width = 86
	line := title
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		if len(line)+len(word) > width {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
			line = " *" + strings.Repeat(" ", len(title)-2)
		}
		line += word + " "
	}
	if len(words) > 0 {
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// Fuzzing gives every array that an operation takes.
func TestFuzzingGivesEveryArray(t *testing.T) {
	names := []string{"rank"}
	for _, name := range call.Registered() {
		for _, a := range call.Describe(name).Arrays {
			names = append(names, a.Name)
		}
	}
	assert.Subset(t, jobtest.Names, names)
}
