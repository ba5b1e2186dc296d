package io.narrows.cli.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.narrows.lab.sidecar.Sample;
import io.narrows.lab.sidecar.Scrape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer of Prometheus' HTTP API to an instant query: {@code {"status": "success", "data": {"resultType":
 * "vector", "result": [{"metric": {label: value, …}, "value": [time, "number"]}, …]}, "warnings": ["text", …]}}, or a status
 * {@code error} with the text {@code error}.
 */
final class PrometheusAnswer {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String NOT_PROMETHEUS = "not an answer of Prometheus";

    private final String name;
    private final List<Sample> samples = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private String error = "";
    private String resultType = "";

    private PrometheusAnswer(String name) {
        this.name = name;
    }

    /**
     * @param name the name that the samples get
     * @throws IOException if the text is not such an answer, or reports an error
     */
    static PrometheusAnswer parse(String name, String json) throws IOException {
        PrometheusAnswer answer = new PrometheusAnswer(name);
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                answer.top(parser);
            }
        } catch (JsonProcessingException e) {
            throw new IOException(NOT_PROMETHEUS, e);
        }
        if (!answer.error.isEmpty()) {
            throw new IOException(answer.error);
        }
        if (answer.resultType.isEmpty()) {
            throw new IOException(NOT_PROMETHEUS);
        }
        if (!answer.resultType.equals("vector")) {
            throw new IOException("the answer is no instant vector (expected: a query such as"
                    + " sum by (source, destination) (rate(NAME[5m])))");
        }
        return answer;
    }

    /** Returns the samples whose value is a finite number. */
    List<Sample> samples() {
        return samples;
    }

    /** Returns the reasons why samples may be missing. */
    List<String> warnings() {
        return warnings;
    }

    private void top(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("data") && value == JsonToken.START_OBJECT) {
                data(json);
            } else if (field.equals("error")) {
                error = json.getValueAsString("").replaceAll("\\p{Cntrl}", " ");
            } else if (field.equals("warnings") && value == JsonToken.START_ARRAY) {
                while (json.nextToken() == JsonToken.VALUE_STRING) {
                    warnings.add(json.getText());
                }
            }
            json.skipChildren();
        }
    }

    private void data(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("resultType")) {
                resultType = json.getValueAsString("");
            } else if (field.equals("result") && value == JsonToken.START_ARRAY) {
                result(json);
            } else {
                json.skipChildren();
            }
        }
    }

    private void result(JsonParser json) throws IOException {
        for (JsonToken item = json.nextToken(); item != null && item != JsonToken.END_ARRAY; item = json.nextToken()) {
            if (item == JsonToken.START_OBJECT) {
                sample(json);
            } else {
                json.skipChildren();
            }
        }
    }

    private void sample(JsonParser json) throws IOException {
        Map<String, String> labels = new TreeMap<>();
        double number = Double.NaN;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            if (field.equals("metric") && value == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String label = json.currentName();
                    json.nextToken();
                    labels.put(label, json.getValueAsString(""));
                }
            } else if (field.equals("value") && value == JsonToken.START_ARRAY) {
                json.nextToken();
                json.nextToken();
                number = number(json.getValueAsString(""));
                json.nextToken();
            } else {
                json.skipChildren();
            }
        }
        if (Double.isFinite(number)) {
            samples.add(new Sample(name, labels, number));
        }
    }

    private static double number(String text) throws IOException {
        try {
            return Scrape.number(text);
        } catch (NumberFormatException e) {
            throw new IOException("\"" + text + "\" is not a number", e);
        }
    }
}
