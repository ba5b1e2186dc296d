package io.narrows.unpack.recipe;

import com.github.luben.zstd.util.Native;
import java.util.function.Consumer;

/**
 * Loads the native library of zstd-jni from a file, for the class loader of this class: {@link JarLoader} defines it anew. zstd-jni by
 * itself would take the file that the property {@code ZstdNativePath} names, which is that of the class path's release.
 */
final class ZstdNative implements Consumer<String> {
    ZstdNative() {}

    @Override
    public void accept(String file) {
        System.load(file); // for the loader of the calling class
        Native.assumeLoaded();
    }
}
