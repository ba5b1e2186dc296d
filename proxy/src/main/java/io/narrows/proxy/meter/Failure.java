package io.narrows.proxy.meter;

/** The reason why a connection or link failed, rather than being closed by its applications. */
public enum Failure {
    TARGET_UNREACHABLE("target-unreachable"),
    UNKNOWN_TARGET("unknown-target"),
    TARGET_DENIED("target-denied"),
    TLS_MISMATCH("tls-mismatch"),
    DATABASE_TLS("database-tls"),
    NOT_MINTED("not-minted"),
    OPEN_TIMEOUT("open-timeout"),
    PEER_UNREACHABLE("peer-unreachable"),
    HELLO_REFUSED("hello-refused"),
    HELLO_TIMEOUT("hello-timeout"),
    TLS("tls"),
    LIMIT("limit"),
    GREETING_LIMIT("greeting-limit"),
    CORRUPT_FRAME("corrupt-frame"),
    CONTENT_DIFFERS("content-differs"),
    MEMORY("memory"),
    LINK_CUT("link-cut"),
    PEER_SILENT("peer-silent"),
    LOCAL_SILENT("local-silent"),
    DRAIN_TIMEOUT("drain-timeout"),
    BAD_CONNECT_REQUEST("bad-connect-request"),
    BAD_SOCKS5_REQUEST("bad-socks5-request"),
    CLIENT_HELLO("client-hello"),
    CLEAR_TEXT("clear-text"),
    STARTTLS_INJECTION("starttls-injection"),
    NO_DESTINATION("no-destination"),
    CAPTURE_LOOP("capture-loop"),
    UNIDENTIFIED_PEER("unidentified-peer"),
    INTERNAL("internal");

    private final String label;

    Failure(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
