package io.narrows.config;

/** Where metrics, health and the savings page are. */
public record AdminSettings(HostPort listen) {
    public static final AdminSettings DEFAULT = new AdminSettings(new HostPort("127.0.0.1", 9901));
}
