package io.narrows.bench.sst;

import io.narrows.bench.machine.Usage;

/** One measured run. */
record Sample(Usage.Share usage, Outcome outcome) {
    static Sample of(Trial.Work work) throws Exception {
        System.gc(); // so that no run pays for the garbage of another
        Usage usage = Usage.begin();
        Outcome outcome = work.run();
        return new Sample(usage.end(), outcome);
    }

    double seconds() {
        return usage.seconds();
    }

    double cpuSeconds() {
        return usage.cpuSeconds();
    }

    double otherLoad() {
        return usage.otherLoad();
    }

    double operationsPerCpuSecond() {
        return outcome.operations() / cpuSeconds();
    }

    double fileBytes() {
        return outcome.fileBytes();
    }

    double wakeUps() {
        return outcome.wakeUps();
    }

    double switches() {
        return outcome.switches();
    }
}
