package io.narrows.config;

/**
 * The mode in which the sidecar only measures what it would save: captured connections go to the peers' databases without links.
 *
 * @param active whether the sidecar is in this mode
 * @param allowDowngrade whether they may although TLS has protected or would protect them
 */
public record DryRun(boolean active, boolean allowDowngrade) {
    /** Links are used. */
    public static final DryRun OFF = new DryRun(false, false);
}
