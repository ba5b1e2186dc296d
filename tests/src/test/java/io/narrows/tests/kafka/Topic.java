package io.narrows.tests.kafka;

/**
 * A topic whose producers compress their batches.
 *
 * @param name of letters, digits and hyphens
 */
public record Topic(String name, KafkaCodec codec) {}
