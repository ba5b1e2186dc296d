// Command delay is a switch between network interfaces that delays frames; it replaces netem on kernels without it.
//
//	delay 500us near far1 far2 far3
//
// Frames between two of the far interfaces are delivered in order after that time; frames from and to the near one are delivered at once.
// It needs permission to open packet sockets. Segmentation and checksum offloads must be off on the interfaces and their other ends, as it
// forwards frames as received.
package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

const (
	longestFrame    = 1 << 16
	waitingFrames   = 1 << 15
	receiveBuffer   = 16 << 20
	ignoreOutgoing  = 23 // PACKET_IGNORE_OUTGOING of linux/if_packet.h, since Linux 4.20
	bytesOfAddress  = 6
	firstMulticasts = 1 // the lowest bit of the first byte of an Ethernet address
)

type address [bytesOfAddress]byte

type frame struct {
	due   time.Time
	bytes []byte
}

// port is an interface: a socket, and a queue of outgoing frames ordered by due time.
type port struct {
	name   string
	near   bool
	socket int
	atOnce chan frame
	later  chan frame
}

// network knows which port leads to an address: the port that last received a frame from it.
type network struct {
	delay time.Duration
	ports []*port

	mutex  sync.Mutex
	behind map[address]*port
}

func main() {
	if len(os.Args) < 4 {
		fail("usage: delay TIME NEAR FAR...")
	}
	delay, err := time.ParseDuration(os.Args[1])
	if err != nil || delay < 0 {
		fail("not a time: %s", os.Args[1])
	}
	n := &network{delay: delay, behind: map[address]*port{}}
	for i, name := range os.Args[2:] {
		p, err := open(name, i == 0)
		if err != nil {
			fail("%s: %v", name, err)
		}
		n.ports = append(n.ports, p)
	}
	fmt.Println("ready")
	for _, p := range n.ports {
		go p.send(p.atOnce)
		go p.send(p.later)
		go n.receive(p)
	}
	select {}
}

func fail(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "delay: "+format+"\n", arguments...)
	os.Exit(2)
}

func open(name string, near bool) (*port, error) {
	device, err := net.InterfaceByName(name)
	if err != nil {
		return nil, err
	}
	all := networkOrder(syscall.ETH_P_ALL)
	socket, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, int(all))
	if err != nil {
		return nil, err
	}
	if err := syscall.SetsockoptInt(socket, syscall.SOL_PACKET, ignoreOutgoing, 1); err != nil {
		return nil, err
	}
	if err := syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_RCVBUFFORCE, receiveBuffer); err != nil {
		return nil, err
	}
	if err := syscall.Bind(socket, &syscall.SockaddrLinklayer{Protocol: all, Ifindex: device.Index}); err != nil {
		return nil, err
	}
	return &port{
		name:   name,
		near:   near,
		socket: socket,
		atOnce: make(chan frame, waitingFrames),
		later:  make(chan frame, waitingFrames),
	}, nil
}

func networkOrder(value uint16) uint16 {
	var bytes [2]byte
	binary.BigEndian.PutUint16(bytes[:], value)
	return *(*uint16)(unsafe.Pointer(&bytes))
}

func (n *network) receive(from *port) {
	buffer := make([]byte, longestFrame)
	for {
		length, _, err := syscall.Recvfrom(from.socket, buffer, 0)
		if err != nil {
			if err == syscall.EINTR || err == syscall.ENETDOWN {
				continue
			}
			fail("%s: %v", from.name, err)
		}
		if length < 2*bytesOfAddress {
			continue
		}
		f := frame{time.Now().Add(n.delay), append([]byte(nil), buffer[:length]...)}
		for _, to := range n.destinations(from, f.bytes) {
			if from.near || to.near {
				to.atOnce <- f
			} else {
				to.later <- f
			}
		}
	}
}

// destinations learns the port of a frame's sender, and returns that of its receiver, or all others if that is unknown.
func (n *network) destinations(from *port, frame []byte) []*port {
	var to, sender address
	copy(to[:], frame)
	copy(sender[:], frame[bytesOfAddress:])
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.behind[sender] = from
	if known, ok := n.behind[to]; ok && to[0]&firstMulticasts == 0 {
		if known == from {
			return nil
		}
		return []*port{known}
	}
	var others []*port
	for _, p := range n.ports {
		if p != from {
			others = append(others, p)
		}
	}
	return others
}

func (p *port) send(frames chan frame) {
	for f := range frames {
		if frames == p.later {
			time.Sleep(time.Until(f.due))
		}
		if _, err := syscall.Write(p.socket, f.bytes); err != nil && err != syscall.ENOBUFS && err != syscall.ENETDOWN {
			fail("%s: %d bytes: %v", p.name, len(f.bytes), err)
		}
	}
}
