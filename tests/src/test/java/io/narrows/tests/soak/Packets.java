package io.narrows.tests.soak;

import io.narrows.tests.support.Host;

/**
 * Loss and reordering of packets: with netem if the kernel has it, which also delays packets; otherwise by dropping some with
 * nftables, after which TCP retransmits them, late and out of order.
 */
enum Packets {
    NETEM {
        @Override
        void lose(Host host, int percent, int... ports) {
            host.run(
                    "tc",
                    "qdisc",
                    "add",
                    "dev",
                    "eth0",
                    "root",
                    "netem",
                    "delay",
                    "3ms",
                    "2ms",
                    "reorder",
                    "25%",
                    "loss",
                    percent + "%");
        }

        @Override
        void loseNone(Host host) {
            host.run("tc", "qdisc", "delete", "dev", "eth0", "root");
        }
    },
    NFT_DROPS {
        @Override
        void lose(Host host, int percent, int... ports) {
            host.losePacketsOf(percent, ports);
        }

        @Override
        void loseNone(Host host) {
            host.loseNoPackets();
        }
    };

    /** Returns the method that the kernel supports. */
    static Packets of(Host host) {
        try {
            NETEM.lose(host, 1);
        } catch (IllegalStateException notInThisKernel) {
            return NFT_DROPS;
        }
        NETEM.loseNone(host);
        return NETEM;
    }

    /** @param ports those of links; netem ignores them */
    abstract void lose(Host host, int percent, int... ports);

    abstract void loseNone(Host host);
}
