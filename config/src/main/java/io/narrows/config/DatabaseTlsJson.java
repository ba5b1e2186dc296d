package io.narrows.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the TLS of databases for {@link ConfigJson}. */
final class DatabaseTlsJson {
    private DatabaseTlsJson() {}

    static Map<String, Object> of(TerminatedTls tls) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (tls.minted()) {
            map.put("mint", pair(tls.own()));
        } else {
            map.putAll(pair(tls.own()));
        }
        tls.ca().ifPresent(ca -> map.put("ca", ca.toString()));
        map.put("client", tls.client().label());
        tls.startTls().ifPresent(protocol -> map.put("starttls", protocol.label()));
        map.put("plaintext", tls.plaintext());
        return map;
    }

    static Map<String, Object> of(OriginatedTls tls) {
        Map<String, Object> map = new LinkedHashMap<>();
        tls.own().map(DatabaseTlsJson::pair).ifPresent(map::putAll);
        map.put("ca", tls.ca().toString());
        tls.serverName().ifPresent(name -> map.put("server-name", name));
        map.put("plaintext", tls.plaintext());
        return map;
    }

    private static Map<String, Object> pair(CertificateFiles files) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cert", files.cert().toString());
        map.put("key", files.key().toString());
        return map;
    }
}
