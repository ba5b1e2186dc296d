package io.narrows.storage.db.crash;

/** What rounds came to. */
final class KillTally {
    int rounds;
    int powerLosses;
    int kills;
    int refused;
    long acknowledged;
    long survived;

    @Override
    public String toString() {
        return ("%,d rounds, %,d losses of power, %,d processes killed, %,d batches acknowledged, %,d read again,"
                        + " %,d directories with sectors lost out of order refused, 0 batches lost")
                .formatted(rounds, powerLosses, kills, acknowledged, survived, refused);
    }
}
