package io.narrows.databases.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A producer of the lines of files, each a key, a tab and a value:
 *
 * <pre>
 * BROKER,BROKER... FILE=BYTES=MILLIS,FILE=BYTES=MILLIS... TOPIC=CODEC...
 * </pre>
 *
 * It writes each file to each topic, in batches of that many bytes before compression, 1 to 900,000, with that time between them.
 */
public final class LineProducer {
    private static final int LONGEST_BATCH = 1_000_000;

    private final Producer<String, String> producer;
    private final String topic;

    private LineProducer(Producer<String, String> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    public static void main(String... args) throws IOException, ExecutionException, InterruptedException {
        List<String> files = List.of(args[1].split(","));
        for (String argument : Arrays.asList(args).subList(2, args.length)) {
            String[] topicAndCodec = argument.split("=");
            try (Producer<String, String> producer = new KafkaProducer<>(
                    settings(args[0], topicAndCodec[1]), new StringSerializer(), new StringSerializer())) {
                LineProducer lines = new LineProducer(producer, topicAndCodec[0]);
                for (String file : files) {
                    String[] parts = file.split("=");
                    lines.produce(Path.of(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
                }
            }
        }
    }

    private static Properties settings(String brokers, String codec) {
        Properties settings = new Properties();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, codec);
        // Only flush() ends a batch.
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, LONGEST_BATCH);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 60_000);
        return settings;
    }

    private void produce(Path file, int batchBytes, long pauseMillis)
            throws IOException, ExecutionException, InterruptedException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            int bytes = 0;
            Future<?> last = null;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int tab = line.indexOf('\t');
                last = producer.send(new ProducerRecord<>(topic, line.substring(0, tab), line.substring(tab + 1)));
                bytes += line.length();
                if (bytes >= batchBytes) {
                    producer.flush();
                    last.get(); // throws if the batch failed
                    bytes = 0;
                    Thread.sleep(pauseMillis);
                }
            }
            producer.flush();
            if (last != null) {
                last.get();
            }
        }
    }
}
