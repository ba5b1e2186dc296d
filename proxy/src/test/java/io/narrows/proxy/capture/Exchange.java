package io.narrows.proxy.capture;

import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.narrows.proxy.support.MySqlBytes;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The exchanges with which databases begin TLS. */
enum Exchange {
    TLS(Start.DIRECT, "tls"),
    POSTGRESQL(Start.POSTGRESQL, "postgresql"),
    POSTGRESQL_AFTER_GSSENC(Start.POSTGRESQL, "postgresql"),
    POSTGRESQL_DIRECT(Start.DIRECT, "postgresql"),
    MYSQL(Start.MYSQL, "mysql");

    private final Start start;
    private final String target;

    /** @param target of the capture that ends it */
    Exchange(Start start, String target) {
        this.start = start;
        this.target = target;
    }

    Start start() {
        return start;
    }

    String target() {
        return target;
    }

    /** Returns what a client of the database sends in place of asking for TLS. */
    byte[] login() {
        return this == MYSQL
                ? MySqlBytes.login(MySqlBytes.CLIENT_PROTOCOL_41)
                : HexFormat.of().parseHex("00000013000300007573657200757365720000");
    }

    /** Returns the exchanges that a database which is dialed can tell apart. */
    static List<Exchange> answered() {
        return Arrays.stream(values())
                .filter(exchange -> exchange != POSTGRESQL_AFTER_GSSENC && exchange != POSTGRESQL_DIRECT)
                .toList();
    }
}
