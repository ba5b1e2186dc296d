/**
 * Tests that no acknowledged write is lost: not in a power loss, not when a process is killed, and not silently when files
 * are damaged. Writers follow scripts, so the progress of each one determines the expected content.
 */
package io.narrows.storage.db.crash;
