package io.narrows.proxy.discovery.dns;

import java.util.List;

/**
 * The records of one question.
 *
 * @param seconds time to live of the record that expires first
 */
record Answer<T>(List<T> records, long seconds) {
    Answer {
        records = List.copyOf(records);
    }
}
