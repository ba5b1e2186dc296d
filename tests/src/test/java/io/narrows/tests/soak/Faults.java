package io.narrows.tests.soak;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Injects one fault after another, and ends each again, on the schedule of a seed. */
final class Faults {
    private final SplittableRandom random;
    private final Side near;
    private final Side far;
    private final Packets packets;
    private final int[] linkPorts;
    private final FaultLog log;
    private final Tally tally;

    Faults(SplittableRandom random, Side near, Side far, Packets packets, int[] linkPorts, FaultLog log, Tally tally) {
        this.random = random;
        this.near = near;
        this.far = far;
        this.packets = packets;
        this.linkPorts = linkPorts;
        this.log = log;
        this.tally = tally;
    }

    /** Runs until told to stop; no fault is left when it returns. */
    void run(BooleanSupplier goesOn) throws IOException, InterruptedException {
        while (goesOn.getAsBoolean()) {
            Fault fault = Fault.next(random);
            Thread.sleep(fault.pauseMillis());
            Runnable over = log.begin(fault.kind());
            happen(fault, fault.atNear() ? near : far);
            over.run();
        }
    }

    private void happen(Fault fault, Side side) throws IOException, InterruptedException {
        switch (fault.kind()) {
            case DELAY -> weather(side, fault, () -> side.weather().delay(1 + fault.strength() / 2));
            case SMALL_PIECES -> weather(side, fault, () -> side.weather().cutUp(1 + fault.strength()));
            case GATHERED_READS -> weather(side, fault, () -> side.weather().gather());
            case STALLED_WIRE, DEAD_WIRE ->
                weather(side, fault, () -> side.weather().hold());
            case STALLED_SIDECAR -> {
                side.sidecar().signal("STOP");
                Thread.sleep(fault.millis());
                side.sidecar().signal("CONT");
            }
            case RELOAD -> side.reload(random);
            case LOST_PACKETS -> {
                packets.lose(side.host(), 1 + fault.strength() / 20, linkPorts);
                Thread.sleep(fault.millis());
                packets.loseNone(side.host());
            }
            case OUTAGE -> {
                Packets.NFT_DROPS.lose(side.host(), 100, linkPorts);
                Thread.sleep(fault.millis());
                Packets.NFT_DROPS.loseNone(side.host());
            }
            case CUT -> side.wire().cut();
            case KILL -> {
                tally.addErrors(side.errors());
                side.sidecar().kill();
                Thread.sleep(fault.millis());
                side.sidecar().start();
            }
            case DRAIN -> {
                tally.addErrors(side.errors());
                side.sidecar().terminate();
                if (side.sidecar().exitCode() != 0) {
                    tally.fail("sidecar " + side.host().name() + " ended with "
                            + side.sidecar().exitCode());
                }
                Thread.sleep(fault.millis());
                side.sidecar().start();
            }
        }
    }

    private static void weather(Side side, Fault fault, Runnable change) throws InterruptedException {
        change.run();
        Thread.sleep(fault.millis());
        side.weather().calm();
    }
}
