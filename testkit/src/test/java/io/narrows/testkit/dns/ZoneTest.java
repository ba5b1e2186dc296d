package io.narrows.testkit.dns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ZoneTest {
    @Test
    void text_hasARecordOrAFailurePerLine() {
        Zone zone = Zone.parse("""
                # the database
                db.example. 5 A 10.0.0.1
                db.example 5 AAAA 2001:db8::1

                _narrows._tcp.db.example 30 SRV 7400 db.example
                www.db.example 30 CNAME db.example
                bad.example SERVFAIL
                dead.example SILENT
                """);

        assertThat(zone.records()).extracting(ZoneRecord::type).containsExactly(1, 28, 33, 5);
        assertThat(zone.find("db.example", ZoneRecord.A))
                .singleElement()
                .satisfies(record -> assertThat(record.data()).containsExactly(10, 0, 0, 1));
        assertThat(zone.failing())
                .containsEntry("bad.example", Zone.SERVFAIL)
                .containsEntry("dead.example", Zone.SILENT);
    }
}
