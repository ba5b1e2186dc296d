package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Tests the Maven repository that {@code bin/package maven} creates. */
class MavenRepositoryIT {
    private static final List<String> ARTIFACTS = List.of("narrows-codec", "narrows-config", "narrows-middleware");
    private static final List<String> KINDS = List.of(".jar", ".pom", "-sources.jar", "-javadoc.jar");
    private static final Map<String, String> DIGESTS = Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256");

    @Test
    void eachFile_isWhereMavenLooksForIt_withItsChecksums() throws Exception {
        Path repository = pack();

        List<String> expected = new ArrayList<>();
        for (String artifact : ARTIFACTS) {
            for (String kind : KINDS) {
                Path file = artifact(repository, artifact, kind);
                expected.add(file.toString());
                for (Map.Entry<String, String> digest : DIGESTS.entrySet()) {
                    Path checksum = Path.of(file + "." + digest.getKey());
                    expected.add(checksum.toString());
                    assertThat(checksum).hasContent(digest(digest.getValue(), file));
                }
            }
        }
        assertThat(files(repository).keySet()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void sameSources_sameBytes() throws Exception {
        Map<String, String> first = files(pack());

        assertThat(files(pack())).isEqualTo(first);
    }

    @Test
    void poms_needNoParentAndSayWhatMavenCentralAsksFor() throws Exception {
        Path repository = pack("NARROWS_URL=https://narrows.example");

        for (String artifact : ARTIFACTS) {
            Path pom = artifact(repository, artifact, ".pom");
            Map<String, Element> elements = elements(pom);
            assertThat(elements)
                    .containsKeys("name", "description", "url", "licenses", "developers", "scm")
                    .doesNotContainKey("parent");
            assertThat(elements.get("version").getTextContent()).isEqualTo(Release.version());
            assertThat(elements.get("url").getTextContent()).isEqualTo("https://narrows.example");
            assertThat(elements.get("scm").getTextContent()).contains("scm:git:https://narrows.example");
            assertThat(pom)
                    .content()
                    .doesNotContain("SNAPSHOT")
                    .doesNotContain("${")
                    .doesNotContain("@");
        }
        pack();
    }

    @Test
    void withoutAnAddress_pomsHaveNone() throws Exception {
        Path repository = pack();

        assertThat(elements(artifact(repository, "narrows-codec", ".pom")))
                .containsKeys("name", "licenses")
                .doesNotContainKeys("url", "scm");
    }

    private static Path artifact(Path repository, String artifact, String kind) throws IOException {
        String version = Release.version();
        return repository.resolve("io/narrows/" + artifact + "/" + version + "/" + artifact + "-" + version + kind);
    }

    private static Path pack(String... environment) {
        List<String> command = new ArrayList<>(List.of("env"));
        command.addAll(List.of(environment));
        command.add(Release.CHECKOUT.resolve("bin/package").toString());
        command.add("maven");
        return Release.CHECKOUT.resolve(
                Command.run(command).lines().reduce((first, last) -> last).orElseThrow());
    }

    /** Returns the digests and times of all files, by path. */
    private static Map<String, String> files(Path repository) throws Exception {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(repository)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(path.toString(), digest("SHA-256", path) + " " + Files.getLastModifiedTime(path));
            }
        }
        return files;
    }

    private static String digest(String algorithm, Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    }

    /** Returns the elements below the root of a pom, by name. */
    private static Map<String, Element> elements(Path pom) throws Exception {
        Node root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
        Map<String, Element> elements = new TreeMap<>();
        for (Node node = root.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                elements.put(element.getTagName(), element);
            }
        }
        return elements;
    }
}
