package io.narrows.tests.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The pods of a stateful set.
 *
 * @param containers those of the pods, sidecars first
 */
record Pods(Map<String, Object> selector, Map<String, Object> securityContext, List<Map<String, Object>> containers) {
    static Pods read(Path statefulSet) throws IOException {
        Map<String, Object> spec =
                map(map(PublishedSchema.parse(Files.readString(statefulSet))).get("spec"));
        Map<String, Object> pod = map(map(spec.get("template")).get("spec"));
        List<Map<String, Object>> containers = new ArrayList<>();
        for (String kind : List.of("initContainers", "containers")) {
            ((List<?>) pod.get(kind)).forEach(container -> containers.add(map(container)));
        }
        return new Pods(map(spec.get("selector")), map(pod.get("securityContext")), containers);
    }

    @SuppressWarnings("unchecked") // keys of these files are text
    private static Map<String, Object> map(Object yaml) {
        return (Map<String, Object>) yaml;
    }
}
