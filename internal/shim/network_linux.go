package shim

import (
	"bufio"
	"errors"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Where nothing may lead. A connected UDP socket sends nothing: the kernel only
// looks for a way. The TCP addresses answer nobody (TEST-NET), or only to those
// on the same machine.
var (
	udpTargets = []string{"8.8.8.8:53", "1.1.1.1:443", "169.254.169.254:80", "10.0.0.1:80", "172.17.0.1:80", "192.168.0.1:80", "[2001:4860:4860::8888]:53", "[fe80::1]:80"}
	tcpTargets = []string{"192.0.2.1:443", "169.254.169.254:80", "172.17.0.1:22", "[2001:db8::1]:443"}
)

const networkPatience = 300 * time.Millisecond

// checkNetwork: there is no way to any other machine, or to the one outside.
func (s *inside) checkNetwork() Check {
	c := Check{Name: Network}
	interfaces, err := net.Interfaces()
	if err != nil {
		c.find("network interfaces cannot be listed: %v", err)
	}
	for _, i := range interfaces {
		c.Tried++
		if i.Flags&net.FlagLoopback == 0 && i.Flags&net.FlagUp != 0 {
			c.find("interface %s is up", i.Name)
		}
	}
	for _, raw := range []struct {
		name         string
		family, kind int
	}{
		{"raw", unix.AF_INET, unix.SOCK_RAW}, {"packet", unix.AF_PACKET, unix.SOCK_RAW}, {"vsock", unix.AF_VSOCK, unix.SOCK_STREAM},
	} {
		c.Tried++
		if fd, err := unix.Socket(raw.family, raw.kind, unix.IPPROTO_ICMP*b2i(raw.family == unix.AF_INET)); err == nil {
			unix.Close(fd)
			c.find("a %s socket can be opened", raw.name)
		}
	}
	s.connectAll(&c)
	return c
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// connectAll tries every target at once.
func (s *inside) connectAll(c *Check) {
	var mu sync.Mutex
	var all sync.WaitGroup
	try := func(network, target string) {
		all.Go(func() {
			conn, err := net.DialTimeout(network, target, networkPatience)
			if err == nil {
				conn.Close()
			}
			mu.Lock()
			defer mu.Unlock()
			c.Tried++
			if !noWay(err) {
				c.find("%s to %s: there is a way (%s)", network, target, outcome(err))
			}
		})
	}
	for _, target := range udpTargets {
		try("udp", target)
	}
	if s.order.Alone { // else nobody claims that there is no network, and strangers are left in peace
		for _, target := range tcpTargets {
			try("tcp", target)
		}
	}
	all.Wait()
}

// noWay says that the kernel knew no way to go.
func noWay(err error) bool {
	for _, refused := range []error{syscall.ENETUNREACH, syscall.EHOSTUNREACH, syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, syscall.EPERM, syscall.EACCES, syscall.EINVAL, syscall.ENETDOWN} {
		if errors.Is(err, refused) {
			return true
		}
	}
	return false
}

func outcome(err error) string {
	if err == nil {
		return "connected"
	}
	return err.Error()
}

// checkNames: nobody answers questions for names.
func (s *inside) checkNames(when string) Check {
	c := Check{Name: Names}
	servers := nameServers()
	servers = append(servers, "127.0.0.11", "127.0.0.53", "8.8.8.8")
	if s.sink == nil {
		servers = append(servers, "127.0.0.1") // else the sink answers there
	}
	answered := make([]bool, len(servers))
	var all sync.WaitGroup
	for i, server := range servers {
		all.Go(func() { answered[i] = ask(server, networkPatience) })
	}
	all.Wait()
	for i, server := range servers {
		c.Tried++
		if answered[i] && (server != "127.0.0.1" || s.sink == nil) {
			c.find("a name server answers at %s", server)
		}
	}
	if when == After && s.sink == nil {
		c.Note = "port 53 could not be had, so names that the agent asked for are not recorded"
	}
	return c
}

// nameServers are those that the C library would ask.
func nameServers() []string {
	f, err := os.Open("/etc/resolv.conf")
	if err != nil {
		return nil
	}
	defer f.Close()
	var servers []string
	for in := bufio.NewScanner(f); in.Scan() && len(servers) < 8; {
		if fields := strings.Fields(in.Text()); len(fields) >= 2 && fields[0] == "nameserver" && fields[1] != "127.0.0.1" {
			servers = append(servers, fields[1])
		}
	}
	return servers
}
