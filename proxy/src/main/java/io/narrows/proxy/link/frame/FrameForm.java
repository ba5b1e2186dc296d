package io.narrows.proxy.link.frame;

/**
 * The layout of a link's frames: the kind of header and the coverage of checksums. Determined by the two hellos, so
 * both directions of a link have the same form.
 */
public enum FrameForm {
    /** A CRC32C of header and payload in each frame. */
    PAYLOAD_CHECKED,

    /** No checksum, since TLS protects the bytes in transit. */
    UNCHECKED,

    /** Like {@link #PAYLOAD_CHECKED}, but the checksum of data frames covers their content instead of their payload. */
    CONTENT_CHECKED,

    /** Under TLS: short headers, and two bytes of the content checksum at the end of each stretch. */
    CONTENT_SAMPLED;

    /** The latest form that this side supports, announced in the hello's {@code content_checks}. */
    public static final int LATEST = 1;

    /** Wire bytes after which a {@link #CONTENT_SAMPLED} frame carries a check. Part of the protocol. */
    public static final int STRETCH_BYTES = 512;

    /**
     * Returns the form of a link's frames.
     *
     * @param announced {@code content_checks} of the peer's hello; 0 if absent
     */
    public static FrameForm of(boolean encrypted, int announced) {
        boolean content = Integer.compareUnsigned(announced, LATEST) >= 0;
        if (encrypted) {
            return content ? CONTENT_SAMPLED : UNCHECKED;
        }
        return content ? CONTENT_CHECKED : PAYLOAD_CHECKED;
    }

    /** Returns the length of a checksum in frames that have one, in bytes. */
    int checkBytes() {
        return switch (this) {
            case PAYLOAD_CHECKED, CONTENT_CHECKED -> FrameDescriptor.CRC_BYTES;
            case CONTENT_SAMPLED -> FrameDescriptor.SAMPLE_BYTES;
            case UNCHECKED -> 0;
        };
    }
}
