package io.narrows.proxy.capture;

import io.narrows.proxy.meter.Failure;
import java.util.Arrays;
import java.util.Optional;

/** The end of a connection whose TLS a sidecar ends or begins. */
enum HandshakeFate {
    NOT_BEGUN("refused: how TLS begins", Failure.CLIENT_HELLO),
    CLEAR_TEXT("refused: a login in plain text", Failure.CLEAR_TEXT),
    INJECTION("refused: plain text before the answer", Failure.STARTTLS_INJECTION),
    TLS_FAILED("refused: TLS, or what precedes it", Failure.DATABASE_TLS),
    RESET("cut: the reset was passed on", null),
    UNUSED("cut: before anything was sent", null),
    CLEAN("ended cleanly: the change did no harm", null);

    private final String label;
    private final Optional<Failure> failure;

    HandshakeFate(String label, Failure failure) {
        this.label = label;
        this.failure = Optional.ofNullable(failure);
    }

    String label() {
        return label;
    }

    /** @throws AssertionError for a failure that a hostile database must not cause */
    static HandshakeFate of(String reason) {
        return Arrays.stream(values())
                .filter(fate -> fate.failure.map(Failure::label).equals(Optional.of(reason)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("failed because of " + reason));
    }
}
