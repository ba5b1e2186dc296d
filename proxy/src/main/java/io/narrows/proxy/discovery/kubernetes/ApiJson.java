package io.narrows.proxy.discovery.kubernetes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the few fields of the API's objects that matter here, and skips all others. A field that is null is absent. */
final class ApiJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String REGION = "topology.kubernetes.io/region";

    private interface Field {
        /** Reads the value, which is the current token; one that is not read is skipped. */
        void read(String name, JsonParser value) throws IOException;
    }

    /** The fields of an EndpointSlice and of a Status, which have none in common. */
    private static final class Fields {
        private String name = "";
        private String version = "";
        private final List<SliceEndpoint> endpoints = new ArrayList<>();
        private final Map<String, Integer> ports = new HashMap<>();
        private int code;
        private String reason = "";
        private String message = "";

        void read(JsonParser json) throws IOException {
            object(json, (field, value) -> {
                switch (field) {
                    case "metadata" -> metadata(value);
                    case "endpoints" -> array(value, item -> endpoints.add(endpoint(item)));
                    case "ports" -> array(value, this::port);
                    case "code" -> code = value.getValueAsInt();
                    case "reason" -> reason = text(value);
                    case "message" -> message = text(value);
                    default -> {}
                }
            });
        }

        private void metadata(JsonParser json) throws IOException {
            object(json, (field, value) -> {
                switch (field) {
                    case "name" -> name = text(value);
                    case "resourceVersion" -> version = text(value);
                    default -> {}
                }
            });
        }

        private void port(JsonParser json) throws IOException {
            String[] label = {""};
            int[] number = {0};
            object(json, (field, value) -> {
                switch (field) {
                    case "name" -> label[0] = text(value);
                    case "port" -> number[0] = value.getValueAsInt();
                    default -> {}
                }
            });
            if (number[0] > 0 && number[0] <= 0xFFFF) {
                ports.put(label[0], number[0]);
            }
        }

        Slice slice() {
            return new Slice(name, endpoints, ports);
        }

        Status status() {
            return new Status(code, reason, message);
        }
    }

    private interface Item {
        void read(JsonParser value) throws IOException;
    }

    private ApiJson() {}

    /** Reads an EndpointSliceList. */
    static SlicePage page(byte[] bytes) throws IOException {
        List<Slice> slices = new ArrayList<>();
        String[] version = {""};
        String[] next = {""};
        try (JsonParser json = begin(bytes)) {
            object(json, (field, value) -> {
                switch (field) {
                    case "metadata" ->
                        object(value, (name, part) -> {
                            switch (name) {
                                case "resourceVersion" -> version[0] = text(part);
                                case "continue" -> next[0] = text(part);
                                default -> {}
                            }
                        });
                    case "items" ->
                        array(value, item -> {
                            Fields fields = new Fields();
                            fields.read(item);
                            slices.add(fields.slice());
                        });
                    default -> {}
                }
            });
        }
        return new SlicePage(slices, version[0], next[0]);
    }

    /** Reads a line of a watch. */
    static WatchEvent event(byte[] line) throws IOException {
        String[] type = {""};
        Fields fields = new Fields();
        try (JsonParser json = begin(line)) {
            object(json, (field, value) -> {
                switch (field) {
                    case "type" -> type[0] = text(value);
                    case "object" -> fields.read(value);
                    default -> {}
                }
            });
        }
        return new WatchEvent(type[0], fields.slice(), fields.version, fields.status());
    }

    /** Reads a Status; returns {@link Status#NONE} if the bytes are something else, such as the page of a proxy. */
    static Status status(byte[] bytes) {
        Fields fields = new Fields();
        try (JsonParser json = begin(bytes)) {
            fields.read(json);
            return fields.status();
        } catch (IOException e) {
            return Status.NONE;
        }
    }

    /** Returns the region in a Node's labels. */
    static Optional<String> region(byte[] bytes) throws IOException {
        String[] region = {""};
        try (JsonParser json = begin(bytes)) {
            object(json, (field, value) -> {
                if (field.equals("metadata")) {
                    object(value, (name, part) -> {
                        if (name.equals("labels")) {
                            object(part, (label, text) -> region[0] = label.equals(REGION) ? text(text) : region[0]);
                        }
                    });
                }
            });
        }
        return Optional.of(region[0]).filter(name -> !name.isEmpty());
    }

    private static SliceEndpoint endpoint(JsonParser json) throws IOException {
        List<String> addresses = new ArrayList<>();
        Map<String, Boolean> conditions = new HashMap<>();
        String[] node = {""};
        String[] zone = {""};
        object(json, (field, value) -> {
            switch (field) {
                case "addresses" -> array(value, item -> addresses.add(text(item)));
                case "conditions" ->
                    object(value, (name, state) -> {
                        if (state.currentToken().isBoolean()) {
                            conditions.put(name, state.getBooleanValue());
                        }
                    });
                case "nodeName" -> node[0] = text(value);
                case "zone" -> zone[0] = text(value);
                default -> {}
            }
        });
        return new SliceEndpoint(
                addresses,
                conditions.getOrDefault("ready", true),
                conditions.getOrDefault("serving", false),
                conditions.getOrDefault("terminating", false),
                Optional.of(node[0]).filter(name -> !name.isEmpty()),
                Optional.of(zone[0]).filter(name -> !name.isEmpty()));
    }

    private static JsonParser begin(byte[] bytes) throws IOException {
        JsonParser json = JSON.createParser(bytes);
        json.nextToken();
        return json;
    }

    private static void object(JsonParser json, Field field) throws IOException {
        if (!json.isExpectedStartObjectToken()) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            field.read(name, json);
            json.skipChildren();
        }
    }

    private static void array(JsonParser json, Item item) throws IOException {
        if (!json.isExpectedStartArrayToken()) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            item.read(json);
            json.skipChildren();
        }
    }

    private static String text(JsonParser json) throws IOException {
        String text = json.getValueAsString();
        return text == null ? "" : text;
    }
}
