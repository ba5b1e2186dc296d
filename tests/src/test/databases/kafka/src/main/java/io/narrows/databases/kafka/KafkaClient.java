package io.narrows.databases.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.narrows.databases.ClientProgram;
import io.narrows.databases.DatabaseClient;
import io.narrows.databases.Order;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.record.FileRecords;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Stores each order as a record of the topic {@code orders}, with a replica on every broker. The producer is idempotent and waits for all
 * in-sync replicas.
 */
public final class KafkaClient implements DatabaseClient {
    private static final String TOPIC = "orders";
    private static final int PARTITIONS = 6;

    private final List<String> brokers;
    private Producer<String, String> producer;

    private KafkaClient(List<String> brokers) {
        this.brokers = brokers;
    }

    public static void main(String[] args) {
        ClientProgram.run(KafkaClient::new, args);
    }

    @Override
    public void create() throws ExecutionException, InterruptedException {
        Map<String, Object> settings = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, String.join(",", brokers));
        NewTopic topic = new NewTopic(TOPIC, PARTITIONS, (short) brokers.size())
                .configs(Map.of("min.insync.replicas", "" + (brokers.size() / 2 + 1)));
        try (Admin admin = Admin.create(settings)) {
            admin.createTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    @Override
    public CompletableFuture<Void> write(Order order) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        producer().send(new ProducerRecord<>(TOPIC, order.key(), order.value()), (metadata, failure) -> {
            if (failure == null) {
                acknowledged.complete(null);
            } else {
                acknowledged.completeExceptionally(failure);
            }
        });
        return acknowledged;
    }

    private synchronized Producer<String, String> producer() {
        if (producer == null) {
            Properties settings = new Properties();
            settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, String.join(",", brokers));
            settings.put(ProducerConfig.ACKS_CONFIG, "all");
            settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
            producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        }
        return producer;
    }

    /** Reads the segments of the broker's own logs, as a consumer would be redirected to the leaders. */
    @Override
    public void read(Consumer<Order> orders) throws IOException {
        try (DirectoryStream<Path> partitions = Files.newDirectoryStream(ClientProgram.dataFolder(), TOPIC + "-*")) {
            for (Path partition : partitions) {
                try (DirectoryStream<Path> segments = Files.newDirectoryStream(partition, "*.log")) {
                    for (Path segment : segments) {
                        readSegment(segment, orders);
                    }
                }
            }
        }
    }

    private static void readSegment(Path segment, Consumer<Order> orders) throws IOException {
        try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
            for (Record record : records.records()) {
                orders.accept(new Order(text(record.key()), text(record.value())));
            }
        }
    }

    private static String text(ByteBuffer bytes) {
        return UTF_8.decode(bytes).toString();
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close();
        }
    }
}
