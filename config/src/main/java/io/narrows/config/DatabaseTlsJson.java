package io.narrows.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the TLS of databases for {@link ConfigJson}. */
final class DatabaseTlsJson {
    private DatabaseTlsJson() {}

    static Map<String, Object> of(TerminatedTls tls) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cert", tls.own().cert().toString());
        map.put("key", tls.own().key().toString());
        tls.ca().ifPresent(ca -> map.put("ca", ca.toString()));
        map.put("client", tls.client().label());
        tls.startTls().ifPresent(protocol -> map.put("starttls", protocol.label()));
        map.put("plaintext", tls.plaintext());
        return map;
    }

    static Map<String, Object> of(OriginatedTls tls) {
        Map<String, Object> map = new LinkedHashMap<>();
        tls.own().ifPresent(own -> {
            map.put("cert", own.cert().toString());
            map.put("key", own.key().toString());
        });
        map.put("ca", tls.ca().toString());
        tls.serverName().ifPresent(name -> map.put("server-name", name));
        map.put("plaintext", tls.plaintext());
        return map;
    }
}
