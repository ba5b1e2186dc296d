package io.narrows.tests.deploy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** A schema published elsewhere; README.md next to it gives the source of each. */
final class PublishedSchema {
    private static final Map<String, String> KUBERNETES = Map.of(
            "ClusterRole", "io.k8s.api.rbac.v1.ClusterRole",
            "ClusterRoleBinding", "io.k8s.api.rbac.v1.ClusterRoleBinding",
            "ConfigMap", "io.k8s.api.core.v1.ConfigMap",
            "NetworkPolicy", "io.k8s.api.networking.v1.NetworkPolicy",
            "PodDisruptionBudget", "io.k8s.api.policy.v1.PodDisruptionBudget",
            "Role", "io.k8s.api.rbac.v1.Role",
            "RoleBinding", "io.k8s.api.rbac.v1.RoleBinding",
            "Service", "io.k8s.api.core.v1.Service",
            "ServiceAccount", "io.k8s.api.core.v1.ServiceAccount",
            "StatefulSet", "io.k8s.api.apps.v1.StatefulSet");

    private final Schema schema;

    private PublishedSchema(String text) {
        schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text, InputFormat.JSON);
    }

    static PublishedSchema compose() {
        // "id" is a keyword of JSON Schema's draft 4. The draft that this schema names has no such keyword, and the
        // validator rejects it.
        return new PublishedSchema(read("compose-spec.json").replaceAll("\"id\": \"[^\"]*\",", ""));
    }

    /** Returns the schema of one kind of object. */
    static PublishedSchema kubernetes(String kind) {
        if (kind.equals("PodMonitor")) {
            return new PublishedSchema(read("podmonitor.json"));
        }
        String definition = KUBERNETES.get(kind);
        if (definition == null) {
            throw new IllegalArgumentException("no schema of kind " + kind + ", expected " + KUBERNETES.keySet());
        }
        return new PublishedSchema(
                read("kubernetes.json").replaceFirst("\\{", "{\"\\$ref\": \"#/\\$defs/" + definition + "\","));
    }

    /** Returns the errors of a YAML document; empty if it is valid. */
    List<Error> validate(String yaml) {
        Object document = parse(yaml);
        // The validator supports neither aliases nor merge keys.
        DumpSettings plain = DumpSettings.builder().setDereferenceAliases(true).build();
        return schema.validate(new Dump(plain).dumpToString(document), InputFormat.YAML);
    }

    /** Parses a document, and resolves its aliases and merge keys. */
    static Object parse(String yaml) {
        return new Load(LoadSettings.builder().setSchema(new CoreSchema()).build()).loadFromString(yaml);
    }

    private static String read(String name) {
        try (InputStream in = PublishedSchema.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
