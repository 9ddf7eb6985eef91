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

// cpuTime is what this process has used so far, on all its threads.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("bench: getrusage fails only for bad arguments: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is the memory of this process that is resident, now (VmRSS) or at most
// so far (VmHWM), in MB; 0 where the system does not tell. It is not getrusage's,
// which begins with what the parent had.
func resident(field string) float64 {
	var kb float64
	if _, err := fmt.Sscan(strings.TrimSuffix(procField("/proc/self/status", field), " kB"), &kb); err != nil {
		return 0
	}
	return kb / 1024
}

// procField is the value of the first "field: value" of a file, or empty.
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

// machine is where the measurements were made.
type machine struct {
	CPU  string `json:"cpu"`
	CPUs int    `json:"cpus"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	Go   string `json:"go"`
	Java string `json:"java"` // empty where there is none
	Load string `json:"load"` // average over the minute before
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
