package io.narrows.proxy.link.hostile;

import io.narrows.proxy.meter.Failure;
import java.util.EnumSet;
import java.util.Set;

/** The end of a hostile peer's link: the place that detected an error, or that no error was detected. */
public enum Fate {
    GREETING_ENVELOPE("greeting: magic, length or checksum"),
    GREETING_MESSAGE("greeting: not readable", "invalid greeting: ", "unknown greeting"),
    ADMISSION("greeting: read, not admitted"),
    FRAME_LENGTH("frame: length", "frame length is longer", "invalid frame length"),
    FRAME_CHECKSUM("frame: checksum", "frame checksum mismatch"),
    FRAME_HEAD("frame: unknown kind or codec", "unknown frame kind", "unknown codec id"),
    CONTROL_MESSAGE(
            "control: not readable",
            "invalid control message",
            "invalid length of a control message",
            "unknown control message"),
    OUT_OF_PLACE("message that was not due", "on a link that is", "a context that does not exist"),
    HISTORY(
            "shared history: not there, not so much",
            "history reference",
            "was not offered",
            "offer ",
            "of a stream",
            "on the link of stream"),
    PIECE(
            "carried content: not readable, or not rebuilt",
            "CARRIED",
            "unpacked stream ends",
            "rebuilt piece",
            "does not rebuild a piece",
            "ms to rebuild",
            "has no settings",
            "invalid length: ",
            "invalid recipe",
            "invalid original length",
            "differences",
            "cannot compress",
            "of more than 4 bytes"),
    DICTIONARY(
            "dictionary: not agreed, not continued, not of its name",
            "agree on dictionaries",
            "part of a dictionary",
            "invalid dictionary",
            "was announced as",
            "answer to a dictionary"),
    DECODER("codec: not decodable"),
    CONTENT("content: differs from its checksum", "content differs", "content checksum before"),
    REFUSED_BY_PEER("the peer refuses the link"),
    CUT("the peer went before its FIN"),
    UNKNOWN_TARGET("no such target, or not reached"),
    RESET("reset by the peer's word"),
    NEVER_OPENED("the peer went before its OPEN"),
    CLEAN("ended cleanly: the change did no harm");

    private static final Set<Fate> OF_FRAMES = EnumSet.range(FRAME_LENGTH, CONTENT);

    private final String label;
    private final String[] marks;

    /** @param marks texts that identify it in the sidecar's message; if none matches, the message is the decoder's own */
    Fate(String label, String... marks) {
        this.label = label;
        this.marks = marks;
    }

    String label() {
        return label;
    }

    /** Returns whether the sidecar must count it as a failure. Valid messages from the peer are not failures. */
    boolean counted() {
        return compareTo(UNKNOWN_TARGET) < 0;
    }

    /** @throws AssertionError for an effect that a hostile peer must not have on a sidecar */
    static Fate of(Overheard.Warning warning) {
        if (warning.message().equals("link refused")) {
            return !warning.reason().equals("malformed")
                    ? ADMISSION
                    : GREETING_MESSAGE.said(warning) ? GREETING_MESSAGE : GREETING_ENVELOPE;
        }
        if (warning.message().startsWith("the peer refuses")) {
            return REFUSED_BY_PEER;
        }
        if (warning.reason().equals(Failure.LINK_CUT.label())) {
            return CUT;
        }
        if (warning.reason().equals(Failure.CONTENT_DIFFERS.label())) {
            return CONTENT;
        }
        if (!warning.reason().equals(Failure.CORRUPT_FRAME.label())) {
            throw new AssertionError("the link failed by itself: " + warning, warning.cause());
        }
        return OF_FRAMES.stream().filter(fate -> fate.said(warning)).findFirst().orElse(DECODER);
    }

    private boolean said(Overheard.Warning warning) {
        for (String mark : marks) {
            if (warning.detail().contains(mark)) {
                return true;
            }
        }
        return false;
    }
}
