package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.CodeBlocks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the certificates that each container of a pod sees with the files in {@code mounts}. */
class PodCertificatesTest {
    private static final Path DOCKER = Release.CHECKOUT.resolve("docker");
    private static final String OWN_MOUNTS = "(?m)^.*subPathExpr: \\$\\(POD_NAME\\)\\.(pem|key).*\n";

    @ParameterizedTest
    @CsvSource({"kubernetes, etcd-1", "store/kubernetes, store-2"})
    void container_seesTheKeyOfItsPodAlone(String folder, String pod) throws IOException {
        assertThat(mounts(statefulSet(folder), pod)).isEqualTo(golden(pod));
    }

    @Test
    void volumeOfCertManager_isOfTheSchemaAndNamesThePod() throws IOException {
        String volume = CodeBlocks.marked("deployment.md", "csi volume").get(0);
        String mount = CodeBlocks.marked("deployment.md", "csi mount").get(0).strip();
        String yaml = statefulSet("kubernetes")
                .replaceAll(OWN_MOUNTS, "")
                .replaceAll("\\{name: narrows-tls, mountPath: [^}]*subPath: ca.pem[^}]*}", mount)
                .replaceAll(
                        "- \\{name: narrows-tls, secret: .*",
                        "- " + volume.strip().indent(10).strip().replace("$", "\\$"));

        assertThat(PublishedSchema.kubernetes("StatefulSet").validate(yaml)).isEmpty();
        assertThat(mounts(yaml, "etcd-1")).isEqualTo(golden("cert-manager"));
    }

    private static String statefulSet(String folder) throws IOException {
        return Files.readString(DOCKER.resolve(folder).resolve("statefulset.yaml"));
    }

    /** Returns a line per certificate mount: container, path, and the part of the volume that the pod gets. */
    private static String mounts(String yaml, String pod) {
        Map<?, ?> spec = map(map(map(PublishedSchema.parse(yaml), "spec"), "template"), "spec");
        String volume = list(spec, "volumes").stream()
                .filter(each -> each.get("name").equals("narrows-tls"))
                .map(PodCertificatesTest::source)
                .collect(Collectors.joining());
        return Stream.concat(list(spec, "initContainers").stream(), list(spec, "containers").stream())
                .flatMap(container -> list(container, "volumeMounts").stream()
                        .filter(mount -> mount.get("name").equals("narrows-tls"))
                        .map(mount -> container.get("name") + " " + mount.get("mountPath") + " <- " + volume
                                + part(mount, pod) + "\n"))
                .collect(Collectors.joining());
    }

    private static String source(Map<?, ?> volume) {
        if (volume.containsKey("secret")) {
            return "secret " + map(volume, "secret").get("secretName");
        }
        Map<?, ?> csi = map(volume, "csi");
        return csi.get("driver") + " " + map(csi, "volumeAttributes").get("csi.cert-manager.io/dns-names");
    }

    private static String part(Map<?, ?> mount, String pod) {
        if (mount.containsKey("subPathExpr")) {
            return "/" + mount.get("subPathExpr").toString().replace("$(POD_NAME)", pod);
        }
        return mount.containsKey("subPath") ? "/" + mount.get("subPath") : "";
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = PodCertificatesTest.class.getResourceAsStream("mounts/" + name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<?, ?> map(Object of, String key) {
        return (Map<?, ?>) ((Map<?, ?>) of).get(key);
    }

    private static List<Map<?, ?>> list(Map<?, ?> of, String key) {
        return ((List<?>) of.get(key)).stream().<Map<?, ?>>map(Map.class::cast).toList();
    }
}
