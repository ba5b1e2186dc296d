package io.narrows.proxy.capture;

/**
 * One exchange of a hostile database with a sidecar.
 *
 * @param exchange what it was before the interference
 * @param dials whether the database dials, so that TLS ends; otherwise it answers, so that TLS begins
 */
record Meeting(Exchange exchange, boolean dials) {
    @Override
    public String toString() {
        return (dials ? "dialing, " : "answering, ") + exchange;
    }
}
