/** Reloading of the configuration: files are watched, read, validated, compared and applied, one reload at a time. */
@NullMarked
package io.narrows.proxy.reload;

import org.jspecify.annotations.NullMarked;
