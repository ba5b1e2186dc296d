/**
 * The laboratory: demonstrations and measurements of Narrows on one machine. The command line has its verbs
 * {@code bench} and {@code demo}; nothing that carries traffic depends on it.
 */
@NullMarked
package io.narrows.lab;

import org.jspecify.annotations.NullMarked;
