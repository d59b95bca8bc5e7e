// A crowd of WebSocket listeners and one voice. Every message the voice says is awaited by every listener.
//
//   crowd PORT PATH LISTENERS HELLO PHASE…
//
// HELLO is sent by each listener once it is connected ("-" for nothing). A PHASE is `paced:RATE:SECONDS` (that many
// messages a second) or `eager:WINDOW:SECONDS` (always that many on their way). For each it prints `begin`, `end`
// and one line of JSON; whoever started it reads the server's CPU time at these two words.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { SAYINGS = 1 << 21, TIMES = 1 << 23, CHUNK = 1 << 18, SAYING_BYTES = 600 };
// Every saying begins like this; a frame may carry several.
static const char MARK[] = "{\"mark\":";

struct listener {
    int fd;
    uint32_t heard;
    uint8_t *waiting;
    size_t length, room;
};

static struct listener *listeners;
static uint32_t crowd, said, complete, *heard_by, *times;
static uint64_t *said_at, deliveries, timed;
static int voice, measuring;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t now(void) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return (uint64_t)moment.tv_sec * 1000000000u + (uint64_t)moment.tv_nsec;
}

static void write_all(int fd, const void *bytes, size_t length) {
    const uint8_t *next = bytes;
    while (length > 0) {
        ssize_t written = write(fd, next, length);
        if (written < 0 && errno != EAGAIN) fail("write");
        if (written < 0) {
            usleep(50);
            continue;
        }
        next += written;
        length -= (size_t)written;
    }
}

static void send_text(int fd, const char *text, size_t length) {
    uint8_t frame[SAYING_BYTES + 64] = {0x81};
    static const uint8_t mask[4] = {0x11, 0x22, 0x33, 0x44};
    size_t head = 2;
    if (length < 126) {
        frame[1] = (uint8_t)(0x80 | length);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (uint8_t)(length >> 8);
        frame[3] = (uint8_t)length;
        head = 4;
    }
    memcpy(frame + head, mask, 4);
    head += 4;
    for (size_t i = 0; i < length; i++) frame[head + i] = (uint8_t)text[i] ^ mask[i & 3];
    write_all(fd, frame, head + length);
}

static int open_socket(int port, const char *path) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    char text[1024];
    int length = snprintf(text, sizeof text,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                          path, port);
    write_all(fd, text, (size_t)length);
    size_t got = 0;
    while (got < 4 || memcmp(text + got - 4, "\r\n\r\n", 4) != 0)
        if (got >= sizeof text || read(fd, text + got++, 1) != 1) fail("handshake");
    if (memcmp(text, "HTTP/1.1 101", 12) != 0) fail("handshake refused");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static void say(void) {
    char text[SAYING_BYTES];
    if (said >= SAYINGS) fail("too many messages");
    int length = snprintf(text, sizeof text, "%s%u,\"kind\":\"line\",\"text\":\"", MARK, said);
    memset(text + length, 'a', sizeof text - (size_t)length);
    memcpy(text + sizeof text - 2, "\"}", 2);
    said_at[said++] = now();
    send_text(voice, text, sizeof text);
}

static void hear_one(struct listener *one, uint64_t moment) {
    uint32_t number = one->heard++;
    if (number >= said) fail("heard more than was said");
    if (measuring) {
        deliveries++;
        if (timed < TIMES) times[timed++] = (uint32_t)((moment - said_at[number]) / 1000);
    }
    if (++heard_by[number] == crowd) complete++;
}

static size_t frame_size(const uint8_t *bytes, size_t length, size_t *head) {
    if (length < 2) return 0;
    uint64_t size = bytes[1] & 127;
    *head = size < 126 ? 2 : size == 126 ? 4 : 10;
    if (*head == 10) size = 0;
    if (length < *head) return 0;
    if (*head == 4) size = (uint64_t)(bytes[2] << 8 | bytes[3]);
    if (*head == 10)
        for (int i = 2; i < 10; i++) size = size << 8 | bytes[i];
    return length < *head + size ? 0 : *head + size;
}

static void read_frames(struct listener *one, uint64_t moment) {
    size_t done = 0, head = 0, size;
    while ((size = frame_size(one->waiting + done, one->length - done, &head)) > 0) {
        const uint8_t *text = one->waiting + done + head, *end = one->waiting + done + size;
        if ((one->waiting[done] & 15) == 8) fail("the server closed a socket");
        while ((text = memmem(text, (size_t)(end - text), MARK, sizeof MARK - 1)) != NULL) {
            hear_one(one, moment);
            text += sizeof MARK - 1;
        }
        done += size;
    }
    memmove(one->waiting, one->waiting + done, one->length - done);
    one->length -= done;
}

static void hear(struct listener *one) {
    static uint8_t chunk[CHUNK];
    ssize_t got = read(one->fd, chunk, sizeof chunk);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) fail("a socket ended");
    if (one->length + (size_t)got > one->room) {
        one->room = (one->length + (size_t)got) * 2;
        one->waiting = realloc(one->waiting, one->room);
    }
    memcpy(one->waiting + one->length, chunk, (size_t)got);
    one->length += (size_t)got;
    read_frames(one, now());
}

static int by_size(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static void report(const char *phase, double seconds) {
    qsort(times, timed, sizeof *times, by_size);
    printf("{\"phase\":\"%s\",\"deliveries\":%llu,\"seconds\":%.3f,\"p50_ms\":%.3f,\"p99_ms\":%.3f}\n", phase,
           (unsigned long long)deliveries, seconds, timed ? times[timed / 2] / 1e3 : 0.0,
           timed ? times[timed * 99 / 100] / 1e3 : 0.0);
    fflush(stdout);
}

static void announce(const char *word) {
    puts(word);
    fflush(stdout);
}

static void play(int poll, const char *phase) {
    char kind[16];
    double amount, seconds;
    if (sscanf(phase, "%15[^:]:%lf:%lf", kind, &amount, &seconds) != 3) fail("phase");
    int is_paced = strcmp(kind, "paced") == 0;
    uint64_t began = now(), warm = began + 500000000u, next = began, from = 0, until = 0, progress = began;
    uint32_t last = complete;
    measuring = 0;
    while (until == 0 || complete < said) {
        uint64_t moment = now();
        if (from == 0 && moment >= warm) {
            from = moment, measuring = 1, deliveries = timed = 0;
            announce("begin");
        }
        if (from != 0 && until == 0 && (double)(moment - from) >= seconds * 1e9) {
            until = moment, measuring = 0;
            announce("end");
        }
        if (until == 0 && is_paced)
            for (; next <= moment; next += (uint64_t)(1e9 / amount)) say();
        if (until == 0 && !is_paced)
            while ((double)(said - complete) < amount) say();
        if (complete != last) last = complete, progress = moment;
        if (moment - progress > 10000000000u) fail("nothing arrives any more");
        struct epoll_event events[512];
        int ready = epoll_wait(poll, events, 512, is_paced && until == 0 ? 0 : 1);
        for (int i = 0; i < ready; i++) hear(&listeners[events[i].data.u32]);
    }
    report(phase, (double)(until - from) / 1e9);
}

int main(int count, char **words) {
    if (count < 6) return 2;
    int port = atoi(words[1]);
    crowd = (uint32_t)atoi(words[3]);
    struct rlimit files = {crowd + 100, crowd + 100};
    setrlimit(RLIMIT_NOFILE, &files);
    listeners = calloc(crowd, sizeof *listeners);
    said_at = malloc(sizeof *said_at * SAYINGS);
    heard_by = calloc(SAYINGS, sizeof *heard_by);
    times = malloc(sizeof *times * TIMES);
    int poll = epoll_create1(0);
    for (uint32_t i = 0; i < crowd; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        listeners[i].fd = open_socket(port, words[2]);
        if (strcmp(words[4], "-") != 0) send_text(listeners[i].fd, words[4], strlen(words[4]));
        epoll_ctl(poll, EPOLL_CTL_ADD, listeners[i].fd, &event);
    }
    voice = open_socket(port, "/voice");
    announce("ready");
    for (char go; read(STDIN_FILENO, &go, 1) == 1 && go != '\n';) {
    }
    for (int i = 5; i < count; i++) play(poll, words[i]);
    return 0;
}
