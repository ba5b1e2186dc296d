/** A view of YAML that knows the position of everything and collects problems instead of stopping at the first. */
@NullMarked
package io.narrows.config.yaml;

import org.jspecify.annotations.NullMarked;
