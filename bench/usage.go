package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// cpuTime is the CPU time of all threads of this process so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("bench: getrusage fails only for bad arguments: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is the resident memory of this process in MB, now (VmRSS) or its maximum so far (VmHWM). It is 0
// if the system does not report it. The maximum of getrusage is not used, since it includes the memory of
// the parent process.
func resident(field string) float64 {
	var kb float64
	if _, err := fmt.Sscan(strings.TrimSuffix(procField("/proc/self/status", field), " kB"), &kb); err != nil {
		return 0
	}
	return kb / 1024
}

// procField is the value of the first line "field: value" of a file, or empty.
func procField(path, field string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		if strings.TrimSpace(name) == field {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// machine describes where the measurements were made.
type machine struct {
	CPU  string `json:"cpu"`
	CPUs int    `json:"cpus"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	Go   string `json:"go"`
	Java string `json:"java"` // empty without Java
	Load string `json:"load"` // the load average of the minute before
}

func thisMachine() machine {
	m := machine{
		CPU: procField("/proc/cpuinfo", "model name"), CPUs: runtime.NumCPU(),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(),
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		m.Load, _, _ = strings.Cut(string(text), " ")
	}
	if text, err := exec.Command("java", "-version").CombinedOutput(); err == nil {
		m.Java, _, _ = strings.Cut(string(text), "\n")
	}
	return m
}
