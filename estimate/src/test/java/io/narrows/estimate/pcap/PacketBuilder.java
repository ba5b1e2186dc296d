package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Builds packets with a TCP segment, from {@code 10.0.0.1} or {@code fd00::1} to {@code 10.0.0.2} or {@code fd00::2}. */
public final class PacketBuilder {
    public static final int FIN = 1;
    public static final int SYN = 2;
    public static final int RST = 4;
    public static final int ACK = 16;

    private LinkType link = LinkType.ETHERNET;
    private int[] vlans = {};
    private boolean ipv6;
    private byte[] options = {};
    private int firstExtension = 6;
    private byte[] extensions = {};
    private int fragment;
    private int protocol = 6;
    private boolean lengthLeftOut;
    private int padding;
    private boolean reversed;
    private int sourcePort = 40_000;
    private int destinationPort = 5432;
    private int sequence;
    private int acknowledgment;
    private int flags = ACK;
    private byte[] tcpOptions = {};
    private byte[] payload = {};

    public PacketBuilder link(LinkType type) {
        link = type;
        return this;
    }

    /** Adds VLAN tags, the outermost first, of these protocol numbers. */
    PacketBuilder vlans(int... protocols) {
        vlans = protocols;
        return this;
    }

    public PacketBuilder ipv6() {
        ipv6 = true;
        return this;
    }

    /** @param bytes a multiple of 4 */
    PacketBuilder ipv4Options(byte[] bytes) {
        options = bytes;
        return this;
    }

    PacketBuilder extensions(int first, byte[] bytes) {
        firstExtension = first;
        extensions = bytes;
        return this;
    }

    /** Sets the field of IPv4 with the flags and the offset. */
    PacketBuilder fragment(int field) {
        fragment = field;
        return this;
    }

    PacketBuilder protocol(int number) {
        protocol = number;
        return this;
    }

    /** Leaves the IP header's length 0, as before segmentation by a network card. */
    PacketBuilder lengthLeftOut() {
        lengthLeftOut = true;
        return this;
    }

    PacketBuilder padding(int bytes) {
        padding = bytes;
        return this;
    }

    public PacketBuilder ports(int source, int destination) {
        sourcePort = source;
        destinationPort = destination;
        return this;
    }

    /** Swaps addresses: an answer. */
    public PacketBuilder reversed(boolean isAnswer) {
        reversed = isAnswer;
        return this;
    }

    public PacketBuilder numbers(int sequenceNumber, int acknowledgmentNumber) {
        sequence = sequenceNumber;
        acknowledgment = acknowledgmentNumber;
        return this;
    }

    public PacketBuilder flags(int bits) {
        flags = bits;
        return this;
    }

    PacketBuilder tcpOptions(byte[] bytes) {
        tcpOptions = bytes;
        return this;
    }

    public PacketBuilder payload(byte[] bytes) {
        payload = bytes;
        return this;
    }

    public byte[] build() {
        ByteBuffer packet = ByteBuffer.allocate(200 + options.length + extensions.length + payload.length + padding);
        linkHeader(packet);
        int tcp = 20 + tcpOptions.length + payload.length;
        if (ipv6) {
            ipv6Header(packet, tcp);
        } else {
            ipv4Header(packet, tcp);
        }
        packet.putShort((short) sourcePort).putShort((short) destinationPort);
        packet.putInt(sequence).putInt(acknowledgment);
        packet.put((byte) (5 + tcpOptions.length / 4 << 4)).put((byte) flags).putShort((short) 65_535);
        packet.putInt(0).put(tcpOptions).put(payload).put(new byte[padding]);
        byte[] bytes = new byte[packet.position()];
        packet.flip().get(bytes);
        return bytes;
    }

    private void linkHeader(ByteBuffer packet) {
        switch (link) {
            case ETHERNET -> {
                packet.put(new byte[12]);
                protocolNumbers(packet);
            }
            case LINUX_SLL -> {
                packet.putShort((short) 4)
                        .putShort((short) 1)
                        .putShort((short) 6)
                        .putLong(0);
                protocolNumbers(packet);
            }
            case LINUX_SLL2 -> {
                int type = vlans.length > 0 ? vlans[0] : ipProtocol();
                packet.putShort((short) type).putShort((short) 0).putInt(2).putShort((short) 1);
                packet.put((byte) 4).put((byte) 6).putLong(0);
                for (int i = 0; i < vlans.length; i++) {
                    packet.putShort((short) 7);
                    packet.putShort((short) (i + 1 < vlans.length ? vlans[i + 1] : ipProtocol()));
                }
            }
            case NULL ->
                packet.order(ByteOrder.LITTLE_ENDIAN).putInt(ipv6 ? 30 : 2).order(ByteOrder.BIG_ENDIAN);
            case LOOP -> packet.putInt(ipv6 ? 24 : 2);
            case RAW, IPV4, IPV6 -> {}
        }
    }

    private void protocolNumbers(ByteBuffer packet) {
        for (int vlan : vlans) {
            packet.putShort((short) vlan).putShort((short) 7);
        }
        packet.putShort((short) ipProtocol());
    }

    private int ipProtocol() {
        return ipv6 ? 0x86DD : 0x0800;
    }

    private void ipv4Header(ByteBuffer packet, int tcp) {
        int length = lengthLeftOut ? 0 : 20 + options.length + tcp;
        packet.put((byte) (0x45 + options.length / 4)).put((byte) 0).putShort((short) length);
        packet.putShort((short) 1).putShort((short) fragment).put((byte) 64).put((byte) protocol);
        packet.putShort((short) 0);
        packet.putInt(0x0A000001 + (reversed ? 1 : 0)).putInt(0x0A000002 - (reversed ? 1 : 0));
        packet.put(options);
    }

    private void ipv6Header(ByteBuffer packet, int tcp) {
        int length = lengthLeftOut ? 0 : extensions.length + tcp;
        packet.putInt(0x60000000).putShort((short) length);
        packet.put((byte) (extensions.length > 0 ? firstExtension : protocol)).put((byte) 64);
        packet.putLong(0xFD00L << 48).putLong(reversed ? 2 : 1);
        packet.putLong(0xFD00L << 48).putLong(reversed ? 1 : 2);
        packet.put(extensions);
    }
}
