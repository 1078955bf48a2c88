package shim

import (
	"fmt"
	"io"
	"net"
)

// maxRelayed connections at once.
const maxRelayed = 64

// relay passes connections on to a unix socket, byte for byte, in the background.
func relay(address, socket string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listen for model calls: %w", err)
	}
	free := make(chan struct{}, maxRelayed)
	go func() {
		for {
			free <- struct{}{}
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { <-free }()
				join(conn, socket)
			}()
		}
	}()
	return nil
}

type halfCloser interface {
	net.Conn
	CloseWrite() error
}

func join(inner net.Conn, socket string) {
	defer inner.Close()
	outer, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer outer.Close()
	one := make(chan struct{})
	pass := func(to, from net.Conn) {
		_, _ = io.Copy(to, from) // an end on either side is the end of that direction
		if half, ok := to.(halfCloser); ok {
			_ = half.CloseWrite()
		}
	}
	go func() {
		defer close(one)
		pass(outer, inner)
	}()
	pass(inner, outer)
	inner.Close()
	<-one
}
