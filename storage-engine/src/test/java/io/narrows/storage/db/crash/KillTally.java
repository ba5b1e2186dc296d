package io.narrows.storage.db.crash;

/** Counts of completed rounds, none of which lost anything; a loss would have thrown. */
final class KillTally {
    int rounds;
    int powerLosses;
    int kills;
    int refused;
    long acknowledged;
    long survived;

    @Override
    public String toString() {
        return ("%,d rounds, %,d losses of power, %,d processes killed, %,d batches acknowledged, %,d there at the end,"
                        + " %,d directories refused whose sectors were lost out of order, nothing else lost")
                .formatted(rounds, powerLosses, kills, acknowledged, survived, refused);
    }
}
