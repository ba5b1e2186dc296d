package io.narrows.storage.db.crash.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The directory under a {@link ForgetfulFileSystem}: the bytes and names that are certainly on disk. Changes require its
 * monitor, which is also held while the same change is made to the real directory.
 */
final class Disk {
    private final Path root;
    private final DirectoryNode top;

    Disk(Path root) throws IOException {
        this.root = root;
        this.top = DirectoryNode.of(root);
    }

    /** Returns the node at a path, or null. */
    Node find(Path path) {
        Node node = top;
        for (Path name : relative(path)) {
            if (!name.toString().isEmpty()) {
                node = node instanceof DirectoryNode directory ? directory.get(name.toString()) : null;
            }
        }
        return node;
    }

    FileNode file(Path path) throws IOException {
        if (find(path) instanceof FileNode file) {
            return file;
        }
        throw new NoSuchFileException(path.toString());
    }

    /** Returns the parent directory of a path that may not exist yet. */
    DirectoryNode parent(Path path) throws IOException {
        if (relative(path).toString().isEmpty()) {
            throw new IllegalArgumentException(path + " is the wrapped directory itself");
        }
        if (find(path.toAbsolutePath().normalize().getParent()) instanceof DirectoryNode directory) {
            return directory;
        }
        throw new NotDirectoryException(String.valueOf(path.getParent()));
    }

    boolean contains(Path path) {
        return path.toAbsolutePath().normalize().startsWith(root);
    }

    private Path relative(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        if (!absolute.startsWith(root)) {
            throw new IllegalArgumentException(path + " is not within " + root);
        }
        return root.relativize(absolute);
    }

    /**
     * Writes what may remain after a power loss to a new directory.
     *
     * @return descriptions of all differences from the latest state that a process saw
     */
    synchronized List<String> writeRemains(Path target, Random random, Damage damage) throws IOException {
        List<String> losses = new ArrayList<>();
        writeDirectory(top, target, random, new FileRemains(random, damage), new HashMap<>(), losses);
        return losses;
    }

    private void writeDirectory(
            DirectoryNode directory,
            Path target,
            Random random,
            FileRemains remains,
            Map<FileNode, byte[]> files,
            List<String> losses)
            throws IOException {
        Files.createDirectory(target);
        Map<String, Node> names = directory.afterPowerLoss(random);
        directory.describeLosses(names, losses);
        for (Map.Entry<String, Node> entry : names.entrySet()) {
            Path path = target.resolve(entry.getKey());
            if (entry.getValue() instanceof FileNode file) {
                byte[] bytes = files.computeIfAbsent(file, remains::of);
                Files.write(path, bytes);
                if (!file.steps().isEmpty()) {
                    losses.add(entry.getKey() + ": " + bytes.length + " bytes, "
                            + file.durable().length() + " were forced");
                }
            } else if (entry.getValue() instanceof DirectoryNode child) {
                writeDirectory(child, path, random, remains, files, losses);
            }
        }
    }
}
