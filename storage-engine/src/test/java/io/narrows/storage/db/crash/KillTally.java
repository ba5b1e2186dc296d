package io.narrows.storage.db.crash;

/** What rounds came to: none of them has lost anything, or there would have been an exception. */
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
