package io.narrows.tests.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A library that produces records. */
public enum KafkaClient {
    JAVA {
        @Override
        List<List<String>> commands(KafkaRelease release, String brokers, List<Lines> lines, List<Topic> topics)
                throws IOException {
            return List.of(command(
                    List.of(
                            "java",
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                            "-cp",
                            release.classpath(),
                            "io.narrows.databases.kafka.LineProducer"),
                    brokers,
                    lines,
                    topics));
        }
    },

    /** The library in C, by kcat. */
    LIBRDKAFKA {
        @Override
        List<List<String>> commands(KafkaRelease release, String brokers, List<Lines> lines, List<Topic> topics) {
            List<List<String>> commands = new ArrayList<>();
            for (Topic topic : topics) {
                for (Lines some : lines) {
                    commands.add(kcat(brokers, some, topic));
                }
            }
            return commands;
        }

        /** kcat reads the lines from a pipe, a batch at a time. */
        private static List<String> kcat(String brokers, Lines lines, Topic topic) {
            return List.of(
                    "sh",
                    "-ec",
                    """
                    file=$1 bytes=$2 pause=$3 batches=$4
                    shift 4
                    for i in $(seq "$batches"); do head -c "$bytes"; sleep "$pause"; done < "$file" | "$@"
                    """,
                    "kcat",
                    lines.file().toString(),
                    "" + lines.batchBytes(),
                    "" + lines.pauseMillis() / 1e3,
                    "" + (lines.file().toFile().length() / lines.batchBytes() + 1),
                    "kcat",
                    "-P",
                    "-b",
                    brokers,
                    "-t",
                    topic.name(),
                    "-z",
                    topic.codec().label(),
                    "-X",
                    "batch.size=" + lines.batchBytes(),
                    "-X",
                    "batch.num.messages=1000000",
                    "-X",
                    "linger.ms=" + (lines.pauseMillis() + LINGER_MILLIS),
                    "-K",
                    "\t");
        }
    },

    /** franz-go. */
    GO {
        @Override
        List<List<String>> commands(KafkaRelease release, String brokers, List<Lines> lines, List<Topic> topics) {
            return List.of(command(List.of(PROGRAM.toString()), brokers, lines, topics));
        }
    };

    /** Longer than a batch takes through a pipe. */
    private static final int LINGER_MILLIS = 100;

    private static final Path PROGRAM = Path.of("target/kafka-go").toAbsolutePath();

    /** Returns programs to run one after another, which write all lines to each topic. */
    abstract List<List<String>> commands(KafkaRelease release, String brokers, List<Lines> lines, List<Topic> topics)
            throws IOException;

    private static List<String> command(List<String> program, String brokers, List<Lines> lines, List<Topic> topics) {
        List<String> command = new ArrayList<>(program);
        command.add(brokers);
        command.add(lines.stream()
                .map(some -> "%s=%d=%d".formatted(some.file(), some.batchBytes(), some.pauseMillis()))
                .collect(Collectors.joining(",")));
        topics.forEach(topic -> command.add(topic.name() + "=" + topic.codec().label()));
        return command;
    }

    /** @throws IllegalArgumentException if there is none */
    public static KafkaClient named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
