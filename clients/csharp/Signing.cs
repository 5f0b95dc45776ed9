// The bytes that are signed, and whom to believe (docs/loader.md, sections 2 and 3). Neither Mono
// nor .NET has Ed25519: libsodium does it.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

/// <summary>An Ed25519 key pair of RFC 8032, from the 32 bytes of its private half.</summary>
sealed class Key
{
    readonly byte[] secret = new byte[64];
    public readonly byte[] Public = new byte[32];

    public Key(byte[] seed)
    {
        if (seed.Length != 32) throw new Failure("what was kept holds no key: pair this computer again");
        Sodium.crypto_sign_seed_keypair(Public, secret, seed);
    }

    public string Sign(byte[] bytes)
    {
        var signature = new byte[64];
        Sodium.crypto_sign_detached(signature, IntPtr.Zero, bytes, (ulong)bytes.Length, secret);
        return Bytes.Encode(signature);
    }

    public string SignRequest(string method, string path, long time, string nonce, byte[] body)
    {
        var text = string.Join("\n", method, path, time.ToString(CultureInfo.InvariantCulture), nonce, Bytes.Sha256(body));
        return Sign(Bytes.InContext("loadout loader request 1", Encoding.UTF8.GetBytes(text)));
    }
}

/// <summary>The shop's keys by their ids. A real loader is built with them.</summary>
sealed class Trust
{
    readonly Dictionary<string, byte[]> keys;

    public Trust(IEnumerable<string> all)
    {
        keys = all.Select(Bytes.Decode).Where(key => key.Length == 32).GroupBy(IdOf).ToDictionary(same => same.Key, same => same.First());
    }

    /// <summary>Names a key by its SPKI in DER, which is these bytes and the 32 of the key.</summary>
    public static string IdOf(byte[] key)
    {
        byte[] spki = { 0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00 };
        return Bytes.Sha256(spki.Concat(key).ToArray()).Substring(0, 16);
    }

    bool Vouches(string key, string context, byte[] said, string signature)
    {
        var signed = Bytes.InContext(context, said);
        var bytes = Bytes.Decode(signature);
        return keys.TryGetValue(key ?? "", out var known) && bytes.Length == 64
            && Sodium.crypto_sign_verify_detached(bytes, signed, (ulong)signed.Length, known) == 0;
    }

    /// <summary>Verifies before it parses, and then compares the nonce with the one that was sent.</summary>
    public JObject ReadAnswer(byte[] body, string key, string signature, string nonce)
    {
        var said = Vouches(key, "loadout loader answer 1", body, signature) ? Bytes.Parse(body) : null;
        if (said == null || (string)said["nonce"] != nonce) throw new Failure("this answer is not the shop’s");
        return said;
    }

    /// <summary>What an entitlement says; null when no trusted key signed it, or its time is over.</summary>
    public JObject ReadEntitlement(JObject one, DateTimeOffset now)
    {
        var payload = Bytes.Decode((string)one["payload"]);
        if (!Vouches((string)one["key"], "loadout loader entitlement 1", payload, (string)one["signature"])) return null;
        var says = Bytes.Parse(payload);
        return now < DateTimeOffset.Parse((string)says["not_after"], CultureInfo.InvariantCulture) ? says : null;
    }
}

static class Bytes
{
    public static string Encode(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    /// <summary>Nothing, where it is no base64url.</summary>
    public static byte[] Decode(string text)
    {
        var plain = (text ?? "").Replace('-', '+').Replace('_', '/');
        try { return Convert.FromBase64String(plain.PadRight((plain.Length + 3) / 4 * 4, '=')); }
        catch (FormatException) { return new byte[0]; }
    }

    public static string Sha256(byte[] bytes)
    {
        using (var sha = SHA256.Create()) return BitConverter.ToString(sha.ComputeHash(bytes)).Replace("-", "").ToLowerInvariant();
    }

    public static byte[] Random(int count)
    {
        var bytes = new byte[count];
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
        return bytes;
    }

    public static byte[] InContext(string context, byte[] bytes) => Encoding.UTF8.GetBytes(context + "\0").Concat(bytes).ToArray();

    /// <summary>JSON with its dates as text. Throws JsonException.</summary>
    public static JObject Parse(byte[] json)
    {
        using (var reader = new JsonTextReader(new StringReader(Encoding.UTF8.GetString(json))) { DateParseHandling = DateParseHandling.None })
            return JObject.Load(reader);
    }
}

static class Sodium
{
    [DllImport("libsodium", CallingConvention = CallingConvention.Cdecl)]
    public static extern int crypto_sign_seed_keypair(byte[] publicKey, byte[] secretKey, byte[] seed);

    [DllImport("libsodium", CallingConvention = CallingConvention.Cdecl)]
    public static extern int crypto_sign_detached(byte[] signature, IntPtr length, byte[] message, ulong size, byte[] secretKey);

    [DllImport("libsodium", CallingConvention = CallingConvention.Cdecl)]
    public static extern int crypto_sign_verify_detached(byte[] signature, byte[] message, ulong size, byte[] publicKey);
}
