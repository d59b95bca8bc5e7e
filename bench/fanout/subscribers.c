// WebSocket subscribers and one publisher: every message of the publisher goes to every subscriber.
//
//   subscribers PORT PATH COUNT HELLO PHASE...
//
// Each subscriber sends HELLO once it is connected ("-": nothing). A PHASE is `paced:RATE:SECONDS` (RATE messages a second)
// or `eager:WINDOW:SECONDS` (always WINDOW undelivered messages). The program prints `ready` and waits for an empty line.
// For each phase it prints `begin`, `end` and a line of JSON; the caller reads the server's CPU time at these two words.
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

enum { MAX_MESSAGES = 1 << 21, MAX_TIMES = 1 << 23, CHUNK = 1 << 18, MESSAGE_BYTES = 600 };
// Every message begins with MARK; a frame may hold several messages.
static const char MARK[] = "{\"mark\":";

struct subscriber {
    int fd;
    uint32_t received;
    uint8_t *waiting;
    size_t length, room;
};

static struct subscriber *subscribers;
static uint32_t subscriber_count, published, complete, *received_by, *times;
static uint64_t *published_at, deliveries, timed;
static int publisher, measuring;

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
    uint8_t frame[MESSAGE_BYTES + 64] = {0x81};
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

static void publish(void) {
    char text[MESSAGE_BYTES];
    if (published >= MAX_MESSAGES) fail("too many messages");
    int length = snprintf(text, sizeof text, "%s%u,\"kind\":\"line\",\"text\":\"", MARK, published);
    memset(text + length, 'a', sizeof text - (size_t)length);
    memcpy(text + sizeof text - 2, "\"}", 2);
    published_at[published++] = now();
    send_text(publisher, text, sizeof text);
}

static void record_delivery(struct subscriber *one, uint64_t moment) {
    uint32_t number = one->received++;
    if (number >= published) fail("received more than was published");
    if (measuring) {
        deliveries++;
        if (timed < MAX_TIMES) times[timed++] = (uint32_t)((moment - published_at[number]) / 1000);
    }
    if (++received_by[number] == subscriber_count) complete++;
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

static void read_frames(struct subscriber *one, uint64_t moment) {
    size_t done = 0, head = 0, size;
    while ((size = frame_size(one->waiting + done, one->length - done, &head)) > 0) {
        const uint8_t *text = one->waiting + done + head, *end = one->waiting + done + size;
        if ((one->waiting[done] & 15) == 8) fail("the server closed a socket");
        while ((text = memmem(text, (size_t)(end - text), MARK, sizeof MARK - 1)) != NULL) {
            record_delivery(one, moment);
            text += sizeof MARK - 1;
        }
        done += size;
    }
    memmove(one->waiting, one->waiting + done, one->length - done);
    one->length -= done;
}

static void receive(struct subscriber *one) {
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

static void run_phase(int poll, const char *phase) {
    char kind[16];
    double amount, seconds;
    if (sscanf(phase, "%15[^:]:%lf:%lf", kind, &amount, &seconds) != 3) fail("phase");
    int is_paced = strcmp(kind, "paced") == 0;
    uint64_t began = now(), warm = began + 500000000u, next = began, from = 0, until = 0, progress = began;
    uint32_t last = complete;
    measuring = 0;
    while (until == 0 || complete < published) {
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
            for (; next <= moment; next += (uint64_t)(1e9 / amount)) publish();
        if (until == 0 && !is_paced)
            while ((double)(published - complete) < amount) publish();
        if (complete != last) last = complete, progress = moment;
        if (moment - progress > 60000000000u) fail("no message arrived for a minute");
        struct epoll_event events[512];
        int ready = epoll_wait(poll, events, 512, 1);
        for (int i = 0; i < ready; i++) receive(&subscribers[events[i].data.u32]);
    }
    report(phase, (double)(until - from) / 1e9);
}

int main(int count, char **words) {
    if (count < 6) return 2;
    int port = atoi(words[1]);
    subscriber_count = (uint32_t)atoi(words[3]);
    struct rlimit files = {subscriber_count + 100, subscriber_count + 100};
    setrlimit(RLIMIT_NOFILE, &files);
    subscribers = calloc(subscriber_count, sizeof *subscribers);
    published_at = malloc(sizeof *published_at * MAX_MESSAGES);
    received_by = calloc(MAX_MESSAGES, sizeof *received_by);
    times = malloc(sizeof *times * MAX_TIMES);
    int poll = epoll_create1(0);
    for (uint32_t i = 0; i < subscriber_count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        subscribers[i].fd = open_socket(port, words[2]);
        if (strcmp(words[4], "-") != 0) send_text(subscribers[i].fd, words[4], strlen(words[4]));
        epoll_ctl(poll, EPOLL_CTL_ADD, subscribers[i].fd, &event);
    }
    publisher = open_socket(port, "/publish");
    announce("ready");
    for (char go; read(STDIN_FILENO, &go, 1) == 1 && go != '\n';) {
    }
    for (int i = 5; i < count; i++) run_phase(poll, words[i]);
    return 0;
}
