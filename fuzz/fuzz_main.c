/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a target over the files and folders given, once each as it is and once cut in half: the plain test of a fuzz
 * target.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "fuzz_file.h"

static unsigned run_count;

static void run_file(const char *path, size_t size_bytes)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(size_bytes + 1);
    if (file == NULL || bytes == NULL || fread(bytes, 1, size_bytes, file) != size_bytes) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size_bytes);
    LLVMFuzzerTestOneInput(bytes, size_bytes / 2);
    free(bytes);
    run_count++;
}

static void run_path(const char *path);

static void run_folder(const char *path)
{
    DIR *listing = opendir(path);
    for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        char inner[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        run_path(inner);
    }
    if (listing != NULL)
        closedir(listing);
}

static void run_path(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        fprintf(stderr, "no such file: %s\n", path);
        exit(1);
    }
    if (S_ISDIR(info.st_mode))
        run_folder(path);
    else
        run_file(path, (size_t)info.st_size);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        run_path(arguments[i]);
    printf("%u files\n", run_count);
    return run_count == 0;
}
